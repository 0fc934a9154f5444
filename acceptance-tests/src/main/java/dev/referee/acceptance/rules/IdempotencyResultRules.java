package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.NotJson;
import dev.referee.application.lock.Token;
import dev.referee.application.port.IdempotencyStore;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is recorded, and what comes back. */
public abstract class IdempotencyResultRules extends IdempotencyTools {

    @Test
    void CLAIM_5_nothing_like_values_are_results_and_replay_as_themselves() {
        assertComesBack(List.of("null", "false", "0", "\"\"", "[]", "{}", "true", "\"null\"", "[null]", "\" \""));
    }

    @Test
    void CLAIM_5_numbers_come_back_as_they_were_written() {
        assertComesBack(List.of(
                "1",
                "1.0",
                "1.00",
                "10e-1",
                "1E0",
                "-0",
                "-0.0",
                "0.1",
                "1e400",
                "-1e-400",
                "9007199254740993",
                "123456789012345678901234567890.123456789012345678901234567890",
                "[1,1.0,1e0]"));
    }

    @Test
    void CLAIM_5_text_comes_back_byte_for_byte() {
        assertComesBack(List.of(
                "\"\u00E9\"",
                "\"e\u0301\"",
                "\"\uD83D\uDE00\uD83C\uDDE9\uD83C\uDDEA\"",
                "\"\\u0041\"",
                "\"\\u0000\"",
                "\"\\ud83d\\ude00\"",
                "\"\\/\\\\\\\"\\n\\t\"",
                "\"'; DROP TABLE x; -- ${prefix} %s ? :name {0}\"",
                "\"trailing   \"",
                "\"\u2028\u00A0\uFEFF\uFFFF\""));
    }

    @Test
    void CLAIM_5_json_is_kept_as_it_stands() {
        assertComesBack(List.of(
                "{\"b\":1,\"a\":2}",
                " {\"a\" :\t1}\r\n ",
                "{\"\":{\"\":[]}}",
                "{\"a\":1,\"A\":2}",
                "{\"@class\":\"java.net.URL\",\"@type\":\"x\",\"$type\":\"y\"}",
                "[\"javax.naming.InitialContext\",{}]",
                "[".repeat(32) + "]".repeat(32)));
    }

    /** Each under a key of its own, and read by another node too. */
    private void assertComesBack(List<String> texts) {
        IdempotencyStore elsewhere = newNode(NodeOptions.DEFAULT).idempotency();
        Map<IdempotencyKey, ActionResult> results = new LinkedHashMap<>();
        for (String text : texts) {
            IdempotencyKey key = key("result-" + results.size());
            ActionResult result = ActionResult.ofJson(text);
            Token token = tokenOf(claims().claim(key, PAY, HOUR));
            assertTrue(claims().record(key, token, result), text);
            assertTrue(claims().record(key, token, result), () -> "the same again: " + text);
            results.put(key, result);
        }
        for (IdempotencyStore each : List.of(claims(), elsewhere)) {
            results.forEach((key, result) -> {
                assertCompleted(result, each.claim(key, PAY, HOUR));
                assertFalse(each.release(key, Token.random()));
            });
        }
    }

    @Test
    void CLAIM_5_results_of_one_value_and_two_spellings_are_two_results() {
        List<List<String>> pairs = List.of(
                List.of("1", "1.0"),
                List.of("null", "\"null\""),
                List.of("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}"),
                List.of("\"a\"", "\"A\""),
                List.of("\"a\"", "\"a \""),
                List.of("\"\u00E9\"", "\"e\u0301\""),
                List.of("\"A\"", "\"\\u0041\""),
                List.of("[]", "[ ]"));
        for (List<String> pair : pairs) {
            IdempotencyKey key = key("pair-" + pairs.indexOf(pair));
            Token token = tokenOf(claims().claim(key, PAY, HOUR));
            assertTrue(claims().record(key, token, ActionResult.ofJson(pair.get(0))));

            assertFalse(claims().record(key, token, ActionResult.ofJson(pair.get(1))), pair::toString);

            assertCompleted(ActionResult.ofJson(pair.get(0)), claims().claim(key, PAY, HOUR));
        }
    }

    @Test
    void CLAIM_5_a_result_of_one_mebibyte_is_kept_and_a_byte_more_is_refused_before_the_store_is_asked() {
        int room = ActionResult.MAX_BYTES - 2;
        List<String> longest = List.of(
                "x".repeat(room), "\uD83D\uDE00".repeat(room / 4) + "y".repeat(room % 4), "\u00E9".repeat(room / 2));
        for (String text : longest) {
            ActionResult result = ActionResult.ofJson("\"" + text + "\"");
            Token token = acquired();
            assertTrue(claims().record(KEY, token, result));
            assertCompleted(result, claim());
            assertTrue(claims().record(KEY, token, result), "the same again");

            writingNothing(
                    () -> assertThrows(NotJson.class, () -> ActionResult.ofJson("\"" + text + "x\""), "a byte more"));
            advance(LONG);
        }
    }

    @Test
    void CLAIM_5_what_is_no_json_is_refused_with_a_path_before_the_store_is_asked() {
        Token token = acquired();
        Map<String, Object> order = new LinkedHashMap<>();
        order.put("lines", List.of(1, 2, Map.of("due", LocalDate.EPOCH)));
        assertEquals(
                "$.lines[2].due",
                assertThrows(NotJson.class, () -> ActionResult.of(order)).path());
        for (Object value : List.of(
                Double.NaN,
                Float.NEGATIVE_INFINITY,
                LocalDate.EPOCH,
                new Object(),
                Optional.empty(),
                'c',
                new int[0],
                "\uD800",
                Map.of(1, 2))) {
            assertThrows(NotJson.class, () -> ActionResult.of(List.of(value)), value::toString);
        }
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        assertThrows(NotJson.class, () -> ActionResult.of(itself));
        for (String text : List.of(
                "",
                " ",
                "NaN",
                "Infinity",
                "undefined",
                "'a'",
                "{a:1}",
                "[1,]",
                "1 2",
                "nul",
                "{\"a\":1,\"a\":2}",
                "\"\uD800\"",
                "\"\u0000\"",
                "[".repeat(33) + "]".repeat(33))) {
            assertThrows(NotJson.class, () -> ActionResult.ofJson(text), () -> "taken for JSON: " + text);
        }
        assertPending(LONG, claim());
        assertTrue(claims().record(KEY, token, DONE));
    }
}
