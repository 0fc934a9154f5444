package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.CharBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActionResultTest {

    private record Money(long cents) {}

    static Stream<Arguments> plainValues() {
        return Stream.of(
                arguments(null, "null"),
                arguments(false, "false"),
                arguments("", "\"\""),
                arguments("a\"\\\n\u0000\u2028\u00e9\ud83d\ude00", "\"a\\\"\\\\\\n\\u0000\u2028\u00e9\ud83d\ude00\""),
                arguments((byte) -1, "-1"),
                arguments((short) 7, "7"),
                arguments(Integer.MIN_VALUE, "-2147483648"),
                arguments(Long.MAX_VALUE, "9223372036854775807"),
                arguments(new BigInteger("9223372036854775808"), "9223372036854775808"),
                arguments(0.1f, "0.1"),
                arguments(0.1d, "0.1"),
                arguments(-0.0d, "0.0"),
                arguments(16777216f, "16777216"),
                arguments(Double.MAX_VALUE, "1.7976931348623157E+308"),
                arguments(Double.MIN_VALUE, "4.9E-324"),
                arguments(new BigDecimal("1.50"), "1.50"),
                arguments(new BigDecimal("1E+1000000"), "1E+1000000"),
                arguments(new BigDecimal("1E-2147483647"), "1E-2147483647"),
                arguments(List.of(), "[]"),
                arguments(Map.of(), "{}"),
                arguments(Arrays.asList(1, null, List.of(true)), "[1,null,[true]]"),
                arguments(ordered("b", 1, "a", null), "{\"b\":1,\"a\":null}"),
                arguments(Map.of("", Map.of("\"", 1)), "{\"\":{\"\\\"\":1}}"));
    }

    private static Map<String, @Nullable Object> ordered(
            String name, @Nullable Object value, String other, @Nullable Object otherValue) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put(name, value);
        map.put(other, otherValue);
        return map;
    }

    @ParameterizedTest
    @MethodSource("plainValues")
    void CLAIM_5_a_plain_value_has_one_text(@Nullable Object value, String json) {
        assertEquals(json, ActionResult.of(value).text());
        assertEquals(ActionResult.ofJson(json), ActionResult.of(value));
        assertEquals(json, ActionResult.of(ActionResult.of(value).value()).text(), "read back and written again");
    }

    static Stream<Arguments> noJson() {
        Map<Object, Object> numbered = new HashMap<>();
        numbered.put(1, 1);
        return Stream.of(
                arguments(Instant.EPOCH, "$", "a java.time.Instant"),
                arguments(List.of(1, LocalDate.EPOCH), "$[1]", "a java.time.LocalDate"),
                arguments(Map.of("due", ZoneOffset.UTC), "$.due", "a java.time.ZoneOffset"),
                arguments(Double.NaN, "$", "the number NaN"),
                arguments(Map.of("rate", Double.POSITIVE_INFINITY), "$.rate", "the number Infinity"),
                arguments(Float.NEGATIVE_INFINITY, "$", "the number -Infinity"),
                arguments(Float.NaN, "$", "the number NaN"),
                arguments(new int[] {1}, "$", "a int[]"),
                arguments(new String[0], "$", "a java.lang.String[]"),
                arguments(Optional.of(1), "$", "a java.util.Optional"),
                arguments(new Money(1), "$", "a " + Money.class.getName()),
                arguments(Set.of(1), "$", "a " + Set.of(1).getClass().getName()),
                arguments('c', "$", "a java.lang.Character"),
                arguments(CharBuffer.wrap("text"), "$", "a java.nio.StringCharBuffer"),
                arguments(TimeUnit.DAYS, "$", "a " + TimeUnit.class.getName()),
                arguments(new UUID(0, 0), "$", "a java.util.UUID"),
                arguments(Currency.getInstance("EUR"), "$", "a java.util.Currency"),
                arguments(new AtomicInteger(1), "$", "a java.util.concurrent.atomic.AtomicInteger"),
                arguments(ActionResult.NULL, "$", "a " + ActionResult.class.getName()),
                arguments(numbered, "$", "a name that is no text"),
                arguments(Collections.singletonMap(null, 1), "$", "a name that is no text"),
                arguments(Map.of("a", List.of("\ud800")), "$.a[0]", "a text with a lone surrogate"),
                arguments("x\udc00", "$", "a text with a lone surrogate"),
                arguments(Map.of("a", Map.of("\udc00\ud800", 1)), "$.a", "a name with a lone surrogate"),
                arguments(Map.of("a.b", Map.of("", new Object())), "$[\"a.b\"][\"\"]", "a java.lang.Object"),
                arguments(Map.of("1a", new Object()), "$[\"1a\"]", "a java.lang.Object"),
                arguments(
                        Map.of("a\"\\\n\u0000]", new Object()),
                        "$[\"a\\\"\\\\\\u000a\\u0000]\"]",
                        "a java.lang.Object"),
                arguments(
                        Map.of("\u00e9\ud83d\ude00", new Object()), "$[\"\u00e9\ud83d\ude00\"]", "a java.lang.Object"),
                arguments(
                        Map.of("n".repeat(1000), new Object()),
                        "$[\"" + "n".repeat(64) + "...\"]",
                        "a java.lang.Object"),
                arguments(
                        Map.of("lines", List.of(Map.of(), Map.of(), Map.of("due", Instant.EPOCH))),
                        "$.lines[2].due",
                        "a java.time.Instant"));
    }

    @ParameterizedTest
    @MethodSource("noJson")
    void CLAIM_5_anything_else_is_refused_with_the_path_to_it(Object value, String path, String problem) {
        NotJson refused = assertThrows(NotJson.class, () -> ActionResult.of(value));

        assertEquals(path, refused.path());
        assertEquals("the result cannot be written as JSON: at " + path + " there is " + problem, refused.getMessage());
    }

    private static Object nested(int levels) {
        Object value = 1;
        for (int i = 0; i < levels; i++) {
            value = i % 2 == 0 ? List.of(value) : Map.of("a", value);
        }
        return value;
    }

    @Test
    void CLAIM_5_a_value_is_32_levels_deep_at_most_in_either_form() {
        ActionResult deepest = ActionResult.of(nested(32));
        assertEquals(nested(32).toString(), String.valueOf(deepest.value()));
        assertThrows(NotJson.class, () -> ActionResult.of(nested(33)));

        assertEquals(
                64, ActionResult.ofJson("[".repeat(32) + "]".repeat(32)).text().length());
        assertThrows(NotJson.class, () -> ActionResult.ofJson("[".repeat(33) + "]".repeat(33)));
        assertThrows(NotJson.class, () -> ActionResult.ofJson("[".repeat(500_000)));
    }

    @Test
    void CLAIM_5_what_contains_itself_is_refused() {
        List<Object> list = new ArrayList<>();
        list.add(list);
        assertEquals("$" + "[0]".repeat(32), refusedPath(list));

        Map<String, Object> map = new HashMap<>();
        map.put("me", map);
        assertEquals("$" + ".me".repeat(32), refusedPath(map));
    }

    private static String refusedPath(Object value) {
        return assertThrows(NotJson.class, () -> ActionResult.of(value)).path();
    }

    @Test
    void CLAIM_5_what_holds_the_same_twice_on_every_level_is_refused_before_the_memory_is_full() {
        Object value = "";
        for (int i = 0; i < 32; i++) {
            value = List.of(value, value);
        }
        Object huge = value;
        assertTimeout(Duration.ofSeconds(10), () -> assertEquals("$", refusedPath(huge)));
    }

    @Test
    void CLAIM_5_equal_names_in_one_map_are_refused() {
        IdentityHashMap<String, Object> twice = new IdentityHashMap<>();
        twice.put(new String("a"), 1);
        twice.put(new String("a"), 2);

        assertEquals(2, twice.size());
        assertThrows(NotJson.class, () -> ActionResult.of(twice));
    }

    @Test
    void CLAIM_5_a_result_has_1_MiB_of_UTF_8_at_most_in_either_form() {
        String largest = "a".repeat(ActionResult.MAX_BYTES - 2);
        assertEquals(ActionResult.MAX_BYTES, ActionResult.of(largest).text().length());
        assertEquals(largest, ActionResult.ofJson("\"" + largest + "\"").value());

        for (String tooLarge : List.of(largest + "a", "\u00e9".repeat(ActionResult.MAX_BYTES / 2))) {
            namesTheLimit(() -> ActionResult.of(tooLarge));
            namesTheLimit(() -> ActionResult.ofJson("\"" + tooLarge + "\""));
        }
    }

    private static void namesTheLimit(Executable made) {
        String message = String.valueOf(assertThrows(NotJson.class, made).getMessage());
        assertTrue(message.contains("1048576"), message);
        assertTrue(message.length() < 200, "the text is not quoted");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "nul",
                "NaN",
                "-Infinity",
                "01",
                "1.",
                ".5",
                "+1",
                "'a'",
                "{a:1}",
                "[1,]",
                "[1",
                "1 2",
                "{\"a\":1,\"a\":2}",
                "{\"a\":1,\"\\u0061\":2}",
                "[{\"a\":{\"b\":1,\"b\":1}}]",
                "/**/1",
                "\ufeff1",
                "\"a\nb\"",
                "\"\ud800\"",
                "\"a\u0000\"",
                "1\u0000"
            })
    void CLAIM_5_text_that_is_not_one_json_value_is_refused(String text) {
        assertThrows(NotJson.class, () -> ActionResult.ofJson(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "false",
                " 1 ",
                "-0",
                "1e5",
                "1E400",
                "\"\\ud800\"",
                "{ \"a\" : [ ] }",
                "\"\\/\"",
                "1.0",
                "[1.10]"
            })
    void DATA_3_text_is_kept_byte_for_byte(String text) {
        assertEquals(text, ActionResult.ofJson(text).text());
    }

    @Test
    void a_result_is_read_as_plain_values_that_nobody_can_change() {
        Object value = ActionResult.ofJson("{\"a\":[1,12345678901234567890,1.10,1e2,\"x\",true,null],\"b\":{}}")
                .value();

        assertEquals(
                Map.of(
                        "a",
                        Arrays.asList(
                                1L,
                                new BigInteger("12345678901234567890"),
                                new BigDecimal("1.10"),
                                new BigDecimal("1E+2"),
                                "x",
                                true,
                                null),
                        "b",
                        Map.of()),
                value);
        Map<?, ?> map = assertInstanceOf(Map.class, value);
        assertThrows(UnsupportedOperationException.class, map::clear);
        assertThrows(UnsupportedOperationException.class, assertInstanceOf(List.class, map.get("a"))::clear);
        assertNull(ActionResult.NULL.value());
        assertEquals(false, ActionResult.ofJson("false").value());
        assertEquals(Long.MIN_VALUE, ActionResult.ofJson("-9223372036854775808").value());
    }

    @Test
    void CLAIM_5_a_class_that_the_text_names_is_a_text_like_any_other() {
        String text = "{\"@class\":\"java.util.Date\",\"@type\":[\"java.net.URL\",\"a\"]}";
        assertEquals(text, ActionResult.of(ActionResult.ofJson(text).value()).text());
    }

    @Test
    void numbers_of_any_length_are_read_in_little_time() {
        String digits = "9".repeat(ActionResult.MAX_BYTES - 10);
        for (String number : List.of(digits, "0." + digits, "1e" + digits.length())) {
            assertTimeout(
                    Duration.ofSeconds(20),
                    () -> assertInstanceOf(
                            Number.class, ActionResult.ofJson(number).value()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e99999999999", "1e-99999999999", "[1E2147483648]"})
    void a_number_beyond_the_largest_decimal_is_kept_and_not_read(String text) {
        ActionResult kept = ActionResult.ofJson(text);
        assertEquals(text, kept.text());
        assertThrows(ArithmeticException.class, kept::value);
    }
}
