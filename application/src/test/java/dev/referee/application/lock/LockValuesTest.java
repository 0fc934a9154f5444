package dev.referee.application.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.domain.command.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LockValuesTest {

    @Test
    void a_lease_time_is_50_ms_to_24_hours_in_whole_milliseconds() {
        assertEquals(50_000, LeaseTime.of(LeaseTime.MIN).micros());
        assertEquals(86_400_000_000L, LeaseTime.of(LeaseTime.MAX).micros());
        assertEquals(
                LeaseTime.of(Duration.ofMillis(60)),
                LeaseTime.of(Duration.ofMillis(60).plusNanos(999_999)));
        for (Duration wrong : List.of(
                LeaseTime.MIN.minusNanos(1),
                LeaseTime.MAX.plusNanos(1),
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofSeconds(Long.MAX_VALUE))) {
            var refused = assertThrows(IllegalArgumentException.class, () -> LeaseTime.of(wrong));
            assertEquals("lease time must be 50 ms to 24 h, but is " + wrong, refused.getMessage());
        }
    }

    @Test
    void a_token_is_random_visible_ascii_and_not_shown() {
        Set<Token> tokens = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            tokens.add(Token.random());
        }
        assertEquals(1_000, tokens.size());
        Token token = Token.random();
        assertFalse(token.toString().contains(token.value()));
        assertThrows(InvalidValue.class, () -> new Token(""));
        assertThrows(InvalidValue.class, () -> new Token("a b"));
        assertThrows(InvalidValue.class, () -> new Token("t".repeat(37)));
    }

    @Test
    void a_fence_is_1_or_more_and_ordered() {
        assertTrue(new Fence(2).compareTo(new Fence(1)) > 0);
        assertThrows(InvalidValue.class, () -> new Fence(0));
        assertThrows(InvalidValue.class, () -> new Fence(-1));
    }

    @Test
    void a_name_is_1_to_200_bytes_of_text() {
        assertEquals(200, new LockName("\u00E9".repeat(100)).value().getBytes(StandardCharsets.UTF_8).length);
        for (String wrong :
                List.of("", " ", "a\tb", "a\nb", "a\u0000b", "\uD83D", "n".repeat(201), "\u00E9".repeat(101))) {
            assertThrows(InvalidValue.class, () -> new LockName(wrong));
        }
        assertNotEquals(new LockName("name"), new LockName("name "));
    }

    @Test
    void names_are_ordered_by_their_bytes() {
        // By UTF-16 units the last two would be the other way round.
        List<String> ordered = List.of("A", "a", "a ", "aa", "\u00E9", "\uFFFD", "\uD83D\uDE80");
        assertEquals(
                ordered,
                Stream.of("\uD83D\uDE80", "aa", "\uFFFD", "a", "\u00E9", "A", "a ")
                        .map(LockName::new)
                        .sorted()
                        .map(LockName::value)
                        .toList());
    }
}
