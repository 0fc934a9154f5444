package dev.referee.adapter.inmemory;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Claims in this process's memory, for tests and for one process alone: they are gone with it. Its clock can be a test's own. Safe for many
 * threads.
 */
public final class InMemoryIdempotencyStore implements IdempotencyStore {

    private final InstantSource clock;
    private final Map<IdempotencyKey, Row> rows = new HashMap<>();

    private InMemoryIdempotencyStore(InstantSource clock) {
        this.clock = clock;
    }

    /** Makes an empty store that counts time by the system's clock. */
    public static InMemoryIdempotencyStore create() {
        return create(InstantSource.system());
    }

    /** Makes an empty store that counts time by this clock, which is safe for many threads. */
    public static InMemoryIdempotencyStore create(InstantSource clock) {
        return new InMemoryIdempotencyStore(clock);
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        return step(now -> live(key, now).map(row -> row.answer(digest, now)).orElseGet(() -> {
            Token token = Token.random();
            rows.put(key, new Row(digest, token, now.plus(time.value()), Optional.empty()));
            return new ClaimAnswer.Acquired(token);
        }));
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        return step(now -> {
            Optional<Row> own = own(key, token, now);
            own.filter(row -> row.result().isEmpty()).ifPresent(row -> rows.put(key, row.completed(result)));
            return own.filter(row -> row.result().orElse(result).equals(result)).isPresent();
        });
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        return step(now -> {
            Optional<Row> own = own(key, token, now).filter(row -> row.result().isEmpty());
            own.ifPresent(row -> rows.remove(key));
            return own.isPresent();
        });
    }

    @Override
    public int deleteExpired(int limit) {
        IdempotencyStore.checkLimit(limit);
        return step(now -> {
            List<IdempotencyKey> expired = rows.entrySet().stream()
                    .filter(entry -> !entry.getValue().isLive(now))
                    .sorted(Comparator.comparing(entry -> entry.getValue().expiresAt()))
                    .limit(limit)
                    .map(Map.Entry::getKey)
                    .toList();
            expired.forEach(rows::remove);
            return expired.size();
        });
    }

    private Optional<Row> live(IdempotencyKey key, Instant now) {
        return Optional.ofNullable(rows.get(key)).filter(row -> row.isLive(now));
    }

    private Optional<Row> own(IdempotencyKey key, Token token, Instant now) {
        return live(key, now).filter(row -> row.token().equals(token));
    }

    /** The clock is read under the monitor, so that no step is taken by a time before that of the step ahead of it. */
    private <R> R step(Function<Instant, R> step) {
        synchronized (rows) {
            return step.apply(clock.instant());
        }
    }

    private record Row(ActionDigest digest, Token token, Instant expiresAt, Optional<ActionResult> result) {

        boolean isLive(Instant now) {
            return now.isBefore(expiresAt);
        }

        ClaimAnswer answer(ActionDigest asked, Instant now) {
            if (!digest.equals(asked)) {
                return new ClaimAnswer.Mismatch();
            }
            return result.<ClaimAnswer>map(ClaimAnswer.Completed::new)
                    .orElseGet(() -> new ClaimAnswer.Pending(Duration.between(now, expiresAt)));
        }

        Row completed(ActionResult given) {
            return new Row(digest, token, expiresAt, Optional.of(given));
        }
    }
}
