package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpiredClaimsTest {

    private final List<Integer> limits = new ArrayList<>();
    private final List<Duration> rests = new ArrayList<>();
    private long expired;
    private long now;
    private long batchTakes;

    private final IdempotencyStore store = new IdempotencyStore() {
        @Override
        public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
            throw new AssertionError("nothing is claimed here");
        }

        @Override
        public boolean record(IdempotencyKey key, Token token, ActionResult result) {
            throw new AssertionError("nothing is recorded here");
        }

        @Override
        public boolean release(IdempotencyKey key, Token token) {
            throw new AssertionError("nothing is released here");
        }

        @Override
        public int deleteExpired(int limit) {
            limits.add(limit);
            now += batchTakes;
            int deleted = (int) Math.min(limit, expired);
            expired -= deleted;
            return deleted;
        }
    };

    private ExpiredClaims resting(ExpiredClaims.Rest rest) {
        return new ExpiredClaims(store, () -> now, rest);
    }

    @Test
    void goes_on_until_a_batch_is_not_full_and_rests_twice_as_long_as_a_batch_took() {
        expired = 500;
        batchTakes = Duration.ofMillis(30).toNanos();
        assertEquals(500, resting(rests::add).delete(Long.MAX_VALUE));
        assertEquals(List.of(200, 200, 200), limits);
        assertEquals(List.of(Duration.ofMillis(60), Duration.ofMillis(60)), rests);
    }

    @Test
    void rests_20_ms_at_least_and_a_second_at_most() {
        expired = 200;
        resting(rests::add).delete(1_000);
        expired = 200;
        batchTakes = Duration.ofSeconds(9).toNanos();
        resting(rests::add).delete(1_000);
        assertEquals(List.of(Duration.ofMillis(20), Duration.ofSeconds(1)), rests);
    }

    @Test
    void deletes_no_more_than_was_asked_for() {
        expired = 1_000;
        assertEquals(250, resting(rests::add).delete(250));
        assertEquals(List.of(200, 50), limits);
        assertEquals(1, rests.size());
        assertThrows(InvalidValue.class, () -> resting(rests::add).delete(0));
    }

    @Test
    void ends_when_interrupted_and_stays_so() {
        expired = 1_000;
        long deleted = resting(time -> {
                    throw new InterruptedException();
                })
                .delete(1_000);
        assertTrue(Thread.interrupted());
        assertEquals(200, deleted);

        Thread.currentThread().interrupt();
        assertEquals(200, ExpiredClaims.of(store).delete(1_000));
        assertTrue(Thread.interrupted());
    }
}
