package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The table of an idempotency store, as statements: a row for each claimed key, until it is deleted. A row whose time is over is nobody's.
 * Times are compared by the server's clock as it was when the statement began.
 */
final class ClaimTable {

    private static final String NAMESPACE = "namespace";
    private static final String CLAIM_KEY = "claim_key";
    private static final String EXPIRES_AT = "expires_at";

    private static final List<String> KEY = List.of(NAMESPACE, CLAIM_KEY);

    static final ExpectedTable EXPECTED = ExpectedTable.of(
                    "", Set.copyOf(KEY), Set.of("digest", "token", EXPIRES_AT, "result"))
            .indexedBy(List.of(EXPIRES_AT));

    /** So many keys are given to one statement at most. */
    static final int MOST_KEYS = 128;

    private static final String INDEX = "_expiry";

    private final Dialect dialect;
    private final String look;
    private final String insert;
    private final String takeOver;
    private final String record;
    private final String own;
    private final String release;
    private final String expired;
    private final String stillExpired;
    private final String delete;

    ClaimTable(Tables table, Dialect dialect) {
        this.dialect = dialect;
        String name = table.name("");
        String now = dialect.now();
        String later = dialect.nowPlusMicros();
        String isKey = " WHERE namespace = ? AND claim_key = ?";
        String isOver = "expires_at <= " + now;
        // In a form that no index serves: those rows are to be found by their keys.
        String isStillOver = "CASE WHEN expires_at <= " + now + " THEN 1 ELSE 0 END = 1";
        String isTokens = isKey + " AND token = ? AND expires_at > " + now;

        this.look = "SELECT digest, token, expires_at, result, " + now + " AS looked_at FROM " + name + isKey;
        this.insert = "INSERT INTO " + name + " (namespace, claim_key, digest, token, expires_at) VALUES (?, ?, ?, ?, "
                + later + ")";
        this.takeOver = "UPDATE " + name + " SET digest = ?, token = ?, expires_at = " + later + ", result = NULL"
                + isKey + " AND " + isOver;
        this.record = "UPDATE " + name + " SET result = ?" + isTokens + " AND result IS NULL";
        this.own = "SELECT result FROM " + name + isTokens;
        this.release = "DELETE FROM " + name + isTokens + " AND result IS NULL";
        this.expired = "SELECT namespace, claim_key FROM " + name + dialect.byIndex(table.prefix() + INDEX) + " WHERE "
                + isOver + " ORDER BY expires_at LIMIT ?";
        this.stillExpired =
                "SELECT namespace, claim_key FROM " + name + dialect.byKey() + " WHERE (%s) AND " + isStillOver;
        this.delete = "DELETE FROM " + name + " WHERE (%s) AND " + isStillOver;
    }

    /** What is stored under the key, live or not. */
    Sql look(IdempotencyKey key) {
        return withKey(look, List.of(), key);
    }

    Sql insert(IdempotencyKey key, ActionDigest digest, Token token, TimeToLive time) {
        return Sql.of(insert, key.namespace().value(), key.key(), digest.hex(), token.value(), time.micros());
    }

    /** Makes the row another claim's if its time is over. */
    Sql takeOver(IdempotencyKey key, ActionDigest digest, Token token, TimeToLive time) {
        return withKey(takeOver, List.of(digest.hex(), token.value(), time.micros()), key);
    }

    Sql record(IdempotencyKey key, Token token, ActionResult result) {
        return withKey(record, List.of(result.text()), key, token.value());
    }

    /** The token's own row, if it is live. */
    Sql own(IdempotencyKey key, Token token) {
        return withKey(own, List.of(), key, token.value());
    }

    Sql release(IdempotencyKey key, Token token) {
        return withKey(release, List.of(), key, token.value());
    }

    /** The keys whose time is over, the oldest first. */
    Sql expired(int limit) {
        return Sql.of(expired, limit);
    }

    /** Those of the rows, as {@link #expired} gives them, whose time is still over; at most {@link #MOST_KEYS}. */
    Sql stillExpired(List<Row> rows) {
        return withKeys(stillExpired, rows);
    }

    /** Deletes those of the rows whose time is still over; at most {@link #MOST_KEYS}. */
    Sql delete(List<Row> rows) {
        return withKeys(delete, rows);
    }

    private static Sql withKey(String text, List<Object> before, IdempotencyKey key, Object... after) {
        List<Object> parameters = new ArrayList<>(before);
        parameters.add(key.namespace().value());
        parameters.add(key.key());
        parameters.addAll(List.of(after));
        return Sql.of(text, parameters.toArray());
    }

    /** The last key fills the list up to a power of two, so that drivers keep few different statements. */
    private Sql withKeys(String template, List<Row> rows) {
        int keys = Integer.highestOneBit(Math.max(1, rows.size() * 2 - 1));
        List<Object> parameters = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
            Row row = rows.get(Math.min(i, rows.size() - 1));
            parameters.add(row.text(NAMESPACE));
            parameters.add(row.text(CLAIM_KEY));
        }
        return Sql.of(template.formatted(dialect.isOneOf(KEY, keys)), parameters.toArray());
    }
}
