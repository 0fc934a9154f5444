package dev.referee.domain.command;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Title;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Values at the edges of their limits, and random ones from a fixed seed. */
class ValuesTest {

    private static final long SEED = 62;

    private static final int[] MIXED_CODE_POINTS = {
        'a', 'Z', ' ', '\t', '\n', '\'', '"', '\\', 0xE9, 0x301, 0x3042, 0xFFFD, 0x1F600, 0x20000, 0x10FFFF, 0xA0,
        0x200B
    };

    static Stream<Arguments> texts() {
        return Stream.of(
                text("reason", 2_000, Reason::new),
                text("title", 200, Title::new),
                text("description", 500, value -> new FeeLine(1, value, 1)));
    }

    static Stream<Arguments> asciiTexts() {
        return Stream.of(
                text("operation id", 128, OperationId::new),
                text("subject", 128, Subject::new),
                text("actor id", 128, value -> new Actor("reviewer", value)),
                text("actor role", 32, value -> new Actor(value, "47")));
    }

    static Stream<Arguments> numbers() {
        return Stream.of(
                number("case id", 1, Long.MAX_VALUE, CaseId::new),
                number("reviewer id", 1, Long.MAX_VALUE, ReviewerId::new),
                number("revision", 0, Long.MAX_VALUE, Revision::new),
                number("amountCents", 1, 1_000_000_000_000L, value -> new FeeLine(1, "Stamp", value)));
    }

    private static Arguments text(String field, int limit, Consumer<String> make) {
        return arguments(field, limit, make);
    }

    private static Arguments number(String field, long min, long max, LongConsumer make) {
        return arguments(field, min, max, make);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void DATA_4_text_is_counted_in_code_points_not_in_chars(String field, int limit, Consumer<String> make) {
        for (String one : List.of("x", "\u00E9", "\u3042", "\uD83D\uDE00")) {
            assertDoesNotThrow(() -> make.accept(one));
            assertDoesNotThrow(() -> make.accept(one.repeat(limit)));
            refused(field, one.repeat(limit + 1), make);
        }
        String mixed = "\uD83D\uDE00".repeat(limit - 1) + "e\u0301";
        assertTrue(refused(field, mixed, make).problem().contains("has " + (limit + 1)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void DATA_2_control_characters_and_lone_surrogates_are_refused_and_tab_and_line_feed_are_not(
            String field, int limit, Consumer<String> make) {
        assertDoesNotThrow(() -> make.accept("\ta\nb\t"));
        for (int control = 0; control <= 0x9F; control++) {
            boolean allowed = control == '\t' || control == '\n' || (control >= 0x20 && control < 0x7F);
            String value = "a" + (char) control + "b";
            if (allowed) {
                assertDoesNotThrow(() -> make.accept(value));
            } else {
                InvalidValue invalid = refused(field, value, make);
                assertTrue(invalid.problem().contains(String.format("U+%04X, at index 1", control)), invalid.problem());
            }
        }
        for (String lone : List.of("\uD83D", "\uDE00", "a\uD83D", "\uD83Da", "\uDE00\uD83D", "\uD83D\uD83D\uDE00")) {
            assertTrue(refused(field, lone, make).problem().contains("lone surrogate"));
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void DATA_4_blank_text_is_refused(String field, int limit, Consumer<String> make) {
        for (String blank : List.of("", " ", "\t\n ", "\u2003", "\u00a0 \u202f")) {
            refused(field, blank, make);
        }
    }

    @Test
    void DATA_2_text_is_kept_as_it_is() {
        Random random = new Random(SEED);
        for (int i = 0; i < 2_000; i++) {
            int length = 1 + random.nextInt(Title.MAX_CODE_POINTS);
            StringBuilder text = new StringBuilder("x");
            for (int n = 1; n < length; n++) {
                text.appendCodePoint(MIXED_CODE_POINTS[random.nextInt(MIXED_CODE_POINTS.length)]);
            }
            assertEquals(text.toString(), new Title(text.toString()).text());
        }
    }

    @Test
    void DATA_2_one_bad_character_anywhere_spoils_a_good_text() {
        Random random = new Random(SEED);
        List<Character> bad = List.of('\0', '\r', '\u0085', '\u007F', '\uD800', '\uDFFF');
        for (int i = 0; i < 2_000; i++) {
            int length = random.nextInt(50);
            List<String> parts = new ArrayList<>(Collections.nCopies(length, "\uD83D\uDE00"));
            parts.add(random.nextInt(length + 1), bad.get(random.nextInt(bad.size())) + "x");
            refused("title", String.join("x", parts), Title::new);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("asciiTexts")
    void DATA_4_names_are_visible_ascii_up_to_their_limit(String field, int limit, Consumer<String> make) {
        assertDoesNotThrow(() -> make.accept("!"));
        assertDoesNotThrow(() -> make.accept("~".repeat(limit)));
        refused(field, "", make);
        refused(field, "x".repeat(limit + 1), make);
        for (int c = 0; c <= 0x100; c++) {
            String value = "a" + (char) c;
            if (c > 0x20 && c < 0x7F) {
                assertDoesNotThrow(() -> make.accept(value));
            } else {
                refused(field, value, make);
            }
        }
        refused(field, "\uD83D\uDE00", make);
    }

    @Test
    void CMD_18_operation_ids_differ_byte_by_byte_or_are_refused() {
        assertTrue(!new OperationId("Key").equals(new OperationId("key")));
        for (String refused : List.of("key ", " key", "k\u00E9y", "ke\u0301y")) {
            refused("operation id", refused, OperationId::new);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("numbers")
    void DATA_4_numbers_end_at_their_limits(String field, long min, long max, LongConsumer make) {
        assertDoesNotThrow(() -> make.accept(min));
        assertDoesNotThrow(() -> make.accept(max));
        for (long outside : new long[] {min - 1, Long.MIN_VALUE}) {
            InvalidValue invalid = assertThrows(InvalidValue.class, () -> make.accept(outside));
            assertEquals(field, invalid.field());
            assertTrue(invalid.problem().contains(Long.toString(outside)));
        }
        if (max < Long.MAX_VALUE) {
            assertThrows(InvalidValue.class, () -> make.accept(max + 1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Permit", "permit/", "permit case", "perm\u00EFt", "permit\n"})
    void DATA_4_a_namespace_of_other_characters_is_refused(String value) {
        refused("namespace", value, Namespace::new);
        refused("type name", value, name -> new TypeName(name, 1));
    }

    @Test
    void DATA_4_a_namespace_has_up_to_64_characters_and_a_version_is_up_to_999() {
        assertDoesNotThrow(() -> new Namespace("a-z.0-9"));
        assertDoesNotThrow(() -> new Namespace("a".repeat(64)));
        refused("namespace", "a".repeat(65), Namespace::new);
        assertEquals("permit.approve/999", new TypeName("permit.approve", 999).toString());
        assertThrows(InvalidValue.class, () -> new TypeName("permit.approve", 0));
        assertThrows(InvalidValue.class, () -> new TypeName("permit.approve", 1_000));
    }

    @Test
    void a_revision_goes_on_by_one_and_never_around() {
        assertEquals(Revision.FIRST, Revision.NONE.next());
        assertThrows(ArithmeticException.class, () -> new Revision(Long.MAX_VALUE).next());
    }

    private static InvalidValue refused(String field, String value, Consumer<String> make) {
        InvalidValue invalid = assertThrows(InvalidValue.class, () -> make.accept(value));
        assertEquals(field, invalid.field());
        return invalid;
    }
}
