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
import java.util.function.UnaryOperator;

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

    private static final String LOOK = """
            SELECT digest, token, expires_at, result, {now} AS looked_at
              FROM {claims} WHERE namespace = ? AND claim_key = ?""";

    private static final String INSERT = """
            INSERT INTO {claims} (namespace, claim_key, digest, token, expires_at) VALUES (?, ?, ?, ?, {later})""";

    private static final String TAKE_OVER = """
            UPDATE {claims} SET digest = ?, token = ?, expires_at = {later}, result = NULL
             WHERE namespace = ? AND claim_key = ? AND expires_at <= {now}""";

    private static final String RECORD = """
            UPDATE {claims} SET result = ?
             WHERE namespace = ? AND claim_key = ? AND token = ? AND expires_at > {now} AND result IS NULL""";

    private static final String OWN = """
            SELECT result, expires_at, {now} AS looked_at
              FROM {claims} WHERE namespace = ? AND claim_key = ? AND token = ?""";

    private static final String BEGIN_NOW = """
            UPDATE {claims} SET expires_at = {later} WHERE namespace = ? AND claim_key = ? AND token = ?""";

    private static final String RELEASE = """
            DELETE FROM {claims}
             WHERE namespace = ? AND claim_key = ? AND token = ? AND expires_at > {now} AND result IS NULL""";

    private static final String EXPIRED = """
            SELECT namespace, claim_key FROM {claims}{by_expiry} WHERE expires_at <= {now} ORDER BY expires_at LIMIT ?""";

    /** The condition is in a form that no index serves: these rows are to be found by their keys. */
    private static final String STILL_EXPIRED = """
            SELECT namespace, claim_key FROM {claims}{by_key}
             WHERE ({keys}) AND CASE WHEN expires_at <= {now} THEN 1 ELSE 0 END = 1""";

    /** As {@link #STILL_EXPIRED}. */
    private static final String DELETE = """
            DELETE FROM {claims} WHERE ({keys}) AND CASE WHEN expires_at <= {now} THEN 1 ELSE 0 END = 1""";

    private final Dialect dialect;
    private final String look;
    private final String insert;
    private final String takeOver;
    private final String record;
    private final String own;
    private final String beginNow;
    private final String release;
    private final String expired;
    private final String stillExpired;
    private final String delete;

    /** @param clock for statements that find a row by its key */
    private ClaimTable(Tables table, Dialect dialect, Clock clock) {
        this.dialect = dialect;
        UnaryOperator<String> text = template -> template.replace("{claims}", table.name(""))
                .replace("{by_expiry}", dialect.byIndex(table.prefix() + INDEX))
                .replace("{by_key}", dialect.byKey())
                .replace("{now}", dialect.now());
        UnaryOperator<String> ofRow =
                template -> text.apply(template.replace("{now}", clock.now()).replace("{later}", clock.later()));
        this.look = ofRow.apply(LOOK);
        this.insert = ofRow.apply(INSERT);
        this.takeOver = ofRow.apply(TAKE_OVER);
        this.record = ofRow.apply(RECORD);
        this.own = ofRow.apply(OWN);
        this.beginNow = text.apply(BEGIN_NOW.replace("{later}", dialect.nowInLongTransactionPlusMicros()));
        this.release = ofRow.apply(RELEASE);
        this.expired = text.apply(EXPIRED);
        this.stillExpired = text.apply(STILL_EXPIRED);
        this.delete = text.apply(DELETE);
    }

    /** For transactions of its own, which are short. */
    static ClaimTable own(Tables table, Dialect dialect) {
        return new ClaimTable(table, dialect, new Clock(dialect.now(), dialect.nowPlusMicros()));
    }

    /** For transactions of callers, which may have begun long ago. */
    static ClaimTable joined(Tables table, Dialect dialect) {
        Clock clock = new Clock(dialect.nowInLongTransaction(), dialect.nowInLongTransactionPlusMicros());
        return new ClaimTable(table, dialect, clock);
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

    /** The token's own row, live or not. */
    Sql own(IdempotencyKey key, Token token) {
        return withKey(own, List.of(), key, token.value());
    }

    /** Lets the time of a claim that is not committed yet, and so was told to nobody, begin now. */
    Sql beginNow(IdempotencyKey key, Token token, TimeToLive time) {
        return withKey(beginNow, List.of(time.micros()), key, token.value());
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
        return Sql.of(template.replace("{keys}", dialect.isOneOf(KEY, keys)), parameters.toArray());
    }

    /** The server's clock, and so much later as a parameter says, as expressions. */
    private record Clock(String now, String later) {}
}
