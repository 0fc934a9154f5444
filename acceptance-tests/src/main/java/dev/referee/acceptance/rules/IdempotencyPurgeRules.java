package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is deleted, and what is not. */
public abstract class IdempotencyPurgeRules extends IdempotencyTools {

    private static final int ROUNDS = 6;
    private static final int KEYS = 12;

    @Test
    void CLAIM_7_only_expired_keys_are_deleted_and_counted() {
        assertEquals(0, claims().deleteExpired(10), "of nothing");
        TimeToLive day = TimeToLive.of(Duration.ofDays(1));
        IdempotencyKey over = key("over");
        IdempotencyKey overAndDone = key("over-and-done");
        IdempotencyKey pending = key("pending");
        IdempotencyKey done = key("done");
        claims().claim(over, PAY, HOUR);
        assertTrue(claims().record(overAndDone, tokenOf(claims().claim(overAndDone, PAY, HOUR)), DONE));
        Token token = tokenOf(claims().claim(pending, PAY, day));
        assertTrue(claims().record(done, tokenOf(claims().claim(done, PAY, day)), OTHER));
        assertEquals(0, claims().deleteExpired(10), "of live ones");
        advance(LONG);
        Token again = acquired();

        assertEquals(2, claims().deleteExpired(IdempotencyStore.MOST_DELETED));

        writingNothing(() -> {
            assertEquals(0, claims().deleteExpired(10), "of the rest");
            assertCompleted(OTHER, claims().claim(done, PAY, HOUR));
            assertPending(day.value().minus(LONG), claims().claim(pending, PAY, HOUR));
            return true;
        });
        assertTrue(claims().record(pending, token, DONE));
        assertTrue(claims().record(KEY, again, DONE));
        tokenOf(claims().claim(over, REFUND, HOUR));
        tokenOf(claims().claim(overAndDone, REFUND, HOUR));
    }

    @Test
    void CLAIM_7_the_oldest_go_first_and_no_more_than_asked_for() {
        Duration young = Duration.ofMinutes(40);
        List<Duration> times =
                Stream.of(50, 45, 60, 40, 55).map(Duration::ofMinutes).toList();
        times.forEach(time -> tokenOf(claims().claim(key(time.toString()), PAY, TimeToLive.of(time))));
        advance(LONG);

        assertEquals(2, claims().deleteExpired(2));

        // By a clock that is put back, what was not deleted is live again.
        advance(young.minus(SLACK).minus(LONG));
        List<Duration> left = times.stream()
                .filter(time -> claims().claim(key(time.toString()), PAY, HOUR) instanceof ClaimAnswer.Pending)
                .toList();
        assertEquals(
                List.of(50, 60, 55),
                left.stream().map(Duration::toMinutes).map(Math::toIntExact).toList());
        advance(Duration.ofDays(1));
        assertEquals(3, claims().deleteExpired(3), "the limit");
        assertEquals(2, claims().deleteExpired(3), "the rest");
        assertEquals(0, claims().deleteExpired(3));
    }

    @Test
    void CLAIM_7_a_key_that_was_claimed_again_is_not_deleted() {
        acquired();
        advance(LONG);
        Token second = acquired();
        assertEquals(0, claims().deleteExpired(10), "claimed again");
        assertPending(LONG, claim());
        assertTrue(claims().record(KEY, second, DONE));
        assertEquals(0, claims().deleteExpired(10), "completed");
        assertCompleted(DONE, claim());
    }

    @ConcurrencyTest
    void CLAIM_7_beside_deletion_whoever_claims_a_key_again_keeps_it() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 12);
        List<IdempotencyKey> keys =
                IntStream.range(0, KEYS).mapToObj(i -> key("purged-" + i)).toList();
        keys.forEach(each -> tokenOf(claims().claim(each, PAY, HOUR)));
        for (int round = 0; round < ROUNDS; round++) {
            advance(LONG);

            List<Optional<Token>> tokens = crew().atOnce(KEYS + 4, i -> {
                IdempotencyStore store = nodes.get(i % 2);
                if (i >= KEYS) {
                    assertTrue(store.deleteExpired(1 + i) <= KEYS);
                    return Optional.empty();
                }
                return Optional.of(tokenOf(store.claim(keys.get(i), PAY, HOUR)));
            });

            assertEquals(0, claims().deleteExpired(KEYS), "all were claimed again");
            for (int i = 0; i < KEYS; i++) {
                assertPending(LONG, claims().claim(keys.get(i), PAY, HOUR));
                assertTrue(claims().record(keys.get(i), tokens.get(i).orElseThrow(), DONE), "a live claim was deleted");
            }
        }
    }

    @ConcurrencyTest
    void CLAIM_7_deleters_at_once_count_each_key_once() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, 8);
        int keys = 40;
        for (int i = 0; i < keys; i++) {
            tokenOf(claims().claim(key("many-" + i), PAY, HOUR));
        }
        Token live = tokenOf(claims().claim(KEY, PAY, TimeToLive.of(TimeToLive.MAX)));
        advance(LONG);

        List<Integer> deleted = crew().atOnce(4, i -> {
            int sum = 0;
            int last = 7;
            while (last == 7) {
                last = nodes.get(i % 2).deleteExpired(7);
                assertTrue(last >= 0 && last <= 7, "more than the limit");
                sum += last;
            }
            return sum;
        });

        int rest = claims().deleteExpired(keys);
        assertEquals(keys, deleted.stream().mapToInt(Integer::intValue).sum() + rest, deleted::toString);
        assertTrue(claims().record(KEY, live, DONE));
        assertFalse(claims().record(key("many-0"), live, DONE));
    }
}
