package dev.referee.application.command;

import static dev.referee.application.command.Fields.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Golden vectors of the digest. They were computed by another program, in another language, from the description of the encoding. Digests are
 * stored, so a vector that changes breaks every repeat that is under way: make a new version of the encoding instead.
 */
class CommandDigestTest {

    private static final TypeName APPROVE = new TypeName("permit.approve", 1);

    private static final CommandRequest REQUEST = request(APPROVE, "62");

    private static CommandRequest request(TypeName command, String subject) {
        return CommandRequest.of(
                new OperationKey(new Namespace("permit"), new Subject(subject), new OperationId("op-1")),
                new Actor("reviewer", "47"),
                command);
    }

    private static CommandRequest with(Fields fields) {
        return REQUEST.with(fields);
    }

    private static Arguments golden(String what, CommandRequest request, String digest) {
        return arguments(what, request, digest);
    }

    static Stream<Arguments> vectors() {
        return Stream.of(
                golden("no fields", REQUEST, "6d2e8a5ae1f1944964741e746c2918c4b8d95d59b033f28b1ef851114bdc2cfb"),
                golden(
                        "expected revision 5",
                        REQUEST.expecting(new Revision(5)),
                        "423eb7c4224d71a179748dd9fe06ed0c2513279a898c83703660444272e589b8"),
                golden(
                        "expected revision 0",
                        REQUEST.expecting(Revision.NONE),
                        "4d4d1d5ce6be2e5904d0eeb4e63711b85f3f022e228596184ea083895122a6e0"),
                golden(
                        "reason",
                        REQUEST.because(new Reason("Plans are complete")),
                        "c00a0ec3bb18c805f375e88399aa402e29991861c51917235c944e0b41ab6610"),
                golden(
                        "revision and reason",
                        REQUEST.because(new Reason("Plans are complete")).expecting(new Revision(5)),
                        "3e7d657749f59fd14af0e43f53d34ed98e2b22ea81107155744409488301e493"),
                golden(
                        "null",
                        with(NONE.withNull("note")),
                        "dd3060cac0e3c1bafdd260500320a973944b1c0545608e404d00f1401fade1df"),
                golden(
                        "empty text",
                        with(NONE.with("note", "")),
                        "169782cbe45343c5ed39349a19813fa9c8c641ffbf78c035bd353f118ca22f63"),
                golden(
                        "empty list",
                        with(NONE.with("note", List.of())),
                        "7448fd6c151a378f600921b5bcc5bc36c604d36ee4eea14f6bab020719c8ae2d"),
                golden(
                        "list of an empty text",
                        with(NONE.with("note", List.of(""))),
                        "7b0b977301fe02e7ecf1e14ab3cab4f98b276f58cf337e870f875578ca6edaf0"),
                golden(
                        "text",
                        with(NONE.with("note", "x")),
                        "c9270eb8b0d74297077a5b318968e8cd9f509080b6803ea650f0911197fab1ca"),
                golden(
                        "composed",
                        with(NONE.with("note", "k\u00E9y")),
                        "f6c78a55a12d3b49edb82c66b46f5714c8f563bdd81b74067f4b4d7efde1b043"),
                golden(
                        "decomposed",
                        with(NONE.with("note", "ke\u0301y")),
                        "e36bc712cb1ac6272ba925edd8a1932411ff3127b12b036d826e5f21413dd519"),
                golden(
                        "four bytes",
                        with(NONE.with("note", "\uD83D\uDE00 \uD840\uDC00")),
                        "87e19263e53d5ccab3fb93a9d2d63bf056ac9a9fa4dd14c5262026ac933f75b0"),
                golden(
                        "list ab c",
                        with(NONE.with("note", List.of("ab", "c"))),
                        "c6cc79ad0944fa916b04ec72fd3e14d36a68a11e8ab158f441a01013d17be301"),
                golden(
                        "list a bc",
                        with(NONE.with("note", List.of("a", "bc"))),
                        "88b1c1a77a5c8d9f27145f7b74d367968d5392be46ff3b18d2b97823fc675a10"),
                golden(
                        "list abc",
                        with(NONE.with("note", List.of("abc"))),
                        "fa7e2597a362aa042ae53508e30385e90a77627ed0308823df79588f168ee056"),
                golden(
                        "fields a=bc",
                        with(NONE.with("a", "bc")),
                        "23fbe26502a35261ecb44a62f6973e81b214446b0b51704cdd49ae3abbd15bff"),
                golden(
                        "fields ab=c",
                        with(NONE.with("ab", "c")),
                        "cff734ca247700ec50f46b06ad0c809c0d2275e8813469df9406eebebd0babe2"),
                golden(
                        "number 1",
                        with(NONE.with("n", 1)),
                        "8d67c3b8e43a786031f9552f9e87c4e9dd13a99af2a3a4214ae726b50d7aab20"),
                golden(
                        "number min",
                        with(NONE.with("n", Long.MIN_VALUE)),
                        "550a0eca65811af8157b9d6921e16620f63688dd4ede5919b8f50fe326a83def"),
                golden(
                        "decimal 1",
                        with(NONE.with("n", new BigDecimal("1"))),
                        "e7ec784bdf4e0a3a20a9291c0c39c6acf33d0ec138b7ce5781b2e2aff10ba594"),
                golden(
                        "decimal 0.1",
                        with(NONE.with("n", new BigDecimal("0.1"))),
                        "22f6644311833e01e5651d40e5bccbf9ab58f43bf20f4da4c2f931bcb179472d"),
                golden(
                        "decimal 100",
                        with(NONE.with("n", new BigDecimal("100"))),
                        "dac9af28fcdcc594b67403f9503c77fcd2a0a5b2935fc7afa61e6cb750fb322e"),
                golden(
                        "decimal 0",
                        with(NONE.with("n", new BigDecimal("0.000"))),
                        "ccc9135bed497edc7ef403c46eeb3f087d89b096a79500c65d2916411e7be0af"),
                golden(
                        "decimal -12.5",
                        with(NONE.with("n", new BigDecimal("-12.50"))),
                        "5ea6178073ea5e2d181e2d51d1eddabaf7f3a93397b2cd484b433d4c3b801be5"),
                golden(
                        "text 1",
                        with(NONE.with("n", "1")),
                        "7619e800ac70ffd71204383078ef4ed357ac49b3be5d37772b57c6b4b7996184"),
                golden(
                        "true",
                        with(NONE.with("n", true)),
                        "272a6080cfbd8bcb6efdc118e12b750c6e7b01610c7393234db6f07b52ea9c66"),
                golden(
                        "false",
                        with(NONE.with("n", false)),
                        "7c9b68acfa7ae46c6223ec88be817f0efdc74aa0b88799e53e6c04a5118a76ee"),
                golden(
                        "another version",
                        request(new TypeName("permit.approve", 2), "62"),
                        "75ab49ba467d710c35b4ee0a8732645bc8be588b22b0120b92662db18dddd665"),
                golden(
                        "another command",
                        request(new TypeName("permit.reject", 1), "62"),
                        "ad7f5d9908bedd1ca051ffe0a14dad34627a18a3dea53ef67f3de6447bbbb313"),
                golden(
                        "another subject",
                        request(APPROVE, "63"),
                        "94125d36f60c341be04a3fcd69e70d36654408688ab86c1e4c4f0ad41f3b2e0f"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("vectors")
    void the_digest_is_that_of_the_golden_vector(String what, CommandRequest request, String digest) {
        assertEquals(digest, request.digest());
    }

    @Test
    void no_two_of_the_vectors_are_equal() {
        assertEquals(31, vectors().map(vector -> vector.get()[2]).distinct().count());
        assertEquals(31, vectors().count());
    }

    @Test
    void the_order_of_adding_fields_does_not_matter() {
        String golden = "734dba5826cf9a8e1ee89f46c543be8bd7dedd52265fcb574a119f3ee9c9b9b8";
        String description = "Inspection\tof the roof\n";
        assertEquals(
                golden,
                with(NONE.with("amount-cents", 12_500)
                                .with("description", description)
                                .with("urgent", false))
                        .digest());
        assertEquals(
                golden,
                with(NONE.with("urgent", false).with("description", description).with("amount-cents", 12_500))
                        .digest());
    }

    @Test
    void equal_decimals_have_one_digest_whatever_their_scale() {
        for (String same : List.of("1", "1.0", "1.00", "10E-1", "0.1E1")) {
            assertEquals(
                    "e7ec784bdf4e0a3a20a9291c0c39c6acf33d0ec138b7ce5781b2e2aff10ba594",
                    with(NONE.with("n", new BigDecimal(same))).digest(),
                    same);
        }
        assertEquals(
                with(NONE.with("n", new BigDecimal("100"))).digest(),
                with(NONE.with("n", new BigDecimal("1E+2"))).digest());
        assertEquals(
                with(NONE.with("n", new BigDecimal("0"))).digest(),
                with(NONE.with("n", new BigDecimal("-0.00"))).digest());
    }

    @Test
    void actor_operation_id_and_namespace_are_not_in_the_digest() {
        CommandRequest other = CommandRequest.of(
                new OperationKey(new Namespace("other"), new Subject("62"), new OperationId("op-2")),
                new Actor("supervisor", "supervisor1"),
                APPROVE);
        assertEquals(REQUEST.digest(), other.digest());
    }

    @Test
    void a_field_given_twice_a_lone_surrogate_and_an_absurd_scale_are_refused() {
        assertThrows(InvalidValue.class, () -> NONE.with("note", "a").with("note", "a"));
        assertThrows(InvalidValue.class, () -> NONE.with("note", "a").withNull("note"));
        assertThrows(InvalidValue.class, () -> NONE.with("note", "a\uD83D"));
        assertThrows(InvalidValue.class, () -> NONE.with("note", List.of("a", "\uDE00")));
        assertThrows(InvalidValue.class, () -> NONE.with("note", new BigDecimal("1E+1001")));
        assertThrows(InvalidValue.class, () -> NONE.with("no te", "a"));
        assertThrows(InvalidValue.class, () -> with(NONE.with("reason", "a")));
        assertThrows(InvalidValue.class, () -> with(NONE.with("expected-revision", 1)));
    }
}
