package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.application.command.Fields;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.TypeName;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Golden vectors of an action's digest, computed by another program, in another language, from the description of the encoding. Digests are
 * stored, so a vector that changes breaks every repeat that is under way: make a new version of the encoding instead.
 */
class ActionDigestTest {

    private static final TypeName REFUND = new TypeName("refund", 1);
    private static final Fields ALL = Fields.NONE
            .with("order", "4711")
            .with("cents", -250)
            .with("urgent", true)
            .with("rate", new BigDecimal("1.50"))
            .withNull("note")
            .with("tags", List.of("a", "\u00e9\ud83d\ude00"));

    @Test
    void golden_vectors_hold() {
        assertEquals(
                "ef7e55a214e2b22c2e10ed3184907b2e9a0e7f6c56a781634b81d751dd5f279b",
                ActionDigest.of(REFUND, Fields.NONE).hex());
        assertEquals(
                "d1ae23a2c5c8b0da24d6c3d2480a4f1eb4f34c23ad87a39b490cbab00c1c0aa3",
                ActionDigest.of(new TypeName("refund", 2), Fields.NONE).hex());
        assertEquals(
                "28591388659cfc3424f50fcba3f805cafb6b5fbd930ba1ef09f90221058be38a",
                ActionDigest.of(REFUND, ALL).hex());
        assertEquals(
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                ActionDigest.ofBytes(new byte[0]).hex());
    }

    @Test
    void text_counts_as_it_is_and_an_absent_field_is_none_that_is_null() {
        assertNotEquals(named("\u00e9"), named("e\u0301"));
        assertNotEquals(ActionDigest.of(REFUND, Fields.NONE), ActionDigest.of(REFUND, Fields.NONE.withNull("name")));
        assertNotEquals(named("1"), ActionDigest.of(REFUND, Fields.NONE.with("name", 1)));
    }

    private static ActionDigest named(String name) {
        return ActionDigest.of(REFUND, Fields.NONE.with("name", name));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "E3B0C44298FC1C149AFBF4C8996FB92427AE41E4649B934CA495991B7852B855",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b85",
                "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n"
            })
    void a_digest_is_64_lower_case_digits(String hex) {
        assertThrows(InvalidValue.class, () -> new ActionDigest(hex));
    }

    @Test
    void a_time_to_live_is_1_s_to_30_days_in_whole_milliseconds() {
        assertEquals(
                1_000_000,
                TimeToLive.of(Duration.ofSeconds(1).plusNanos(999_999)).micros());
        assertEquals(TimeToLive.MAX, TimeToLive.of(Duration.ofDays(30)).value());
        assertThrows(IllegalArgumentException.class, () -> TimeToLive.of(Duration.ofMillis(999)));
        assertThrows(
                IllegalArgumentException.class,
                () -> TimeToLive.of(Duration.ofDays(30).plusNanos(1)));
        assertThrows(IllegalArgumentException.class, () -> TimeToLive.of(Duration.ofSeconds(Long.MAX_VALUE)));
    }

    @Test
    void a_key_is_1_to_200_visible_characters_in_a_namespace() {
        assertEquals("refund/a/b", IdempotencyKey.of("refund", "a/b").toString());
        assertNotEquals(IdempotencyKey.of("refund", "Key"), IdempotencyKey.of("refund", "key"));
        assertEquals(200, IdempotencyKey.of("refund", "k".repeat(200)).key().length());
        for (String bad : List.of("", "k".repeat(201), "key ", "k\u00e9y", "k\u0000y", "k\ty")) {
            assertThrows(InvalidValue.class, () -> IdempotencyKey.of("refund", bad), bad);
        }
        assertThrows(InvalidValue.class, () -> IdempotencyKey.of("Refund", "key"));
    }
}
