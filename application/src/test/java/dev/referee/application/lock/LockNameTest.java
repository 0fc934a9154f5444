package dev.referee.application.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.domain.command.InvalidValue;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LockNameTest {

    private static final String SMILE = Character.toString(0x1F600);

    static Stream<String> good() {
        return Stream.of("a", "refund of order 17", " a ", "k\u00e9y", "ke\u0301y", SMILE.repeat(50), "x".repeat(200));
    }

    @ParameterizedTest
    @MethodSource("good")
    void a_name_is_kept_as_it_is(String text) {
        assertEquals(text, new LockName(text).value());
        assertEquals(text, new LockName(text).toString());
    }

    static Stream<String> bad() {
        return Stream.of(
                "",
                " ",
                "\u00a0 \u2003",
                "x".repeat(201),
                SMILE.repeat(50) + "x",
                "\u00e9".repeat(101),
                "a\tb",
                "a\nb",
                "a\u0000b",
                "a\u007fb",
                "a\u0085b",
                "\ud83d",
                "\ude00a",
                "a\ud83d");
    }

    @ParameterizedTest
    @MethodSource("bad")
    void a_bad_name_is_refused_by_its_field(String text) {
        InvalidValue refused = assertThrows(InvalidValue.class, () -> new LockName(text));

        assertTrue(refused.toString().contains("lock name"), refused::toString);
    }
}
