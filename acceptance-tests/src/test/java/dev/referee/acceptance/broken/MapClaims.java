package dev.referee.acceptance.broken;

import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An idempotency store that is right, in a map. Each subclass spoils one thing. */
class MapClaims implements IdempotencyStore {

    /** What all clients of one store share. */
    static final class Rows {
        final Map<String, Row> rows = new HashMap<>();
        Instant now = Instant.EPOCH;

        synchronized void advance(Duration by) {
            now = now.plus(by);
        }
    }

    record Row(ActionDigest digest, Token token, Instant end, Optional<ActionResult> result) {
        Row with(ActionResult given) {
            return new Row(digest, token, end, Optional.of(given));
        }
    }

    final Rows shared;
    final Duration clientsClock;

    /** @param clientsClock how far the client's own clock is ahead */
    MapClaims(Rows shared, Duration clientsClock) {
        this.shared = shared;
        this.clientsClock = clientsClock;
    }

    Instant now() {
        return shared.now;
    }

    String textOf(IdempotencyKey key) {
        return key.toString();
    }

    boolean isLive(Row row) {
        return now().isBefore(row.end());
    }

    boolean mayRecord(Row row, Token token) {
        return isLive(row) && row.token().equals(token);
    }

    boolean mayRelease(Row row, Token token) {
        return isLive(row) && row.token().equals(token) && row.result().isEmpty();
    }

    Row recorded(Row row, ActionResult result) {
        return row.with(result);
    }

    ClaimAnswer answer(Row row, ActionDigest digest) {
        if (!row.digest().equals(digest)) {
            return new ClaimAnswer.Mismatch();
        }
        return row.result()
                .<ClaimAnswer>map(ClaimAnswer.Completed::new)
                .orElseGet(() -> new ClaimAnswer.Pending(Duration.between(now(), row.end())));
    }

    Comparator<Row> deletionOrder() {
        return Comparator.comparing(Row::end);
    }

    @Override
    public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        synchronized (shared) {
            return found(key).map(row -> answer(row, digest)).orElseGet(() -> put(key, digest, time));
        }
    }

    final Optional<Row> found(IdempotencyKey key) {
        return Optional.ofNullable(shared.rows.get(textOf(key))).filter(this::isLive);
    }

    final ClaimAnswer put(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
        Token token = Token.random();
        shared.rows.put(textOf(key), new Row(digest, token, now().plus(time.value()), Optional.empty()));
        return new ClaimAnswer.Acquired(token);
    }

    @Override
    public boolean record(IdempotencyKey key, Token token, ActionResult result) {
        synchronized (shared) {
            Optional<Row> own =
                    Optional.ofNullable(shared.rows.get(textOf(key))).filter(row -> mayRecord(row, token));
            own.filter(row -> row.result().isEmpty())
                    .ifPresent(row -> shared.rows.put(textOf(key), recorded(row, result)));
            return own.filter(row -> row.result().orElse(result).equals(result)).isPresent();
        }
    }

    @Override
    public boolean release(IdempotencyKey key, Token token) {
        synchronized (shared) {
            Optional<Row> own =
                    Optional.ofNullable(shared.rows.get(textOf(key))).filter(row -> mayRelease(row, token));
            own.ifPresent(row -> shared.rows.remove(textOf(key)));
            return own.isPresent();
        }
    }

    @Override
    public int deleteExpired(int limit) {
        synchronized (shared) {
            List<String> over = expired(limit);
            over.forEach(shared.rows::remove);
            return over.size();
        }
    }

    final List<String> expired(int limit) {
        return shared.rows.entrySet().stream()
                .filter(entry -> !isLive(entry.getValue()))
                .sorted(Map.Entry.comparingByValue(deletionOrder()))
                .limit(IdempotencyStore.checkLimit(limit))
                .map(Map.Entry::getKey)
                .toList();
    }
}
