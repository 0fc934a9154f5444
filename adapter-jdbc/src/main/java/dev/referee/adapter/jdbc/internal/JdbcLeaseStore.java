package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Leases in one table, by the bytes of their names: a row for each that was ever leased. It is never deleted, for it holds the fence; without a token it is free. Each
 * call is a short transaction of its own, and decides by the server's clock as it was when the statement began: where that had to wait for a
 * row, a time that is over by now may still count as running, and never the reverse.
 */
final class JdbcLeaseStore implements LeaseStore {

    /** Free, over, or one's own. Of one's own the fence stays, unless it was over: somebody else may have been in between. */
    private static final String TAKE = """
            UPDATE {lease}
               SET fence = CASE WHEN token = ? AND deadline > %1$s THEN fence ELSE fence + 1 END,
                   token = ?, holder = ?, deadline = %2$s
             WHERE name = ? AND (token IS NULL OR token = ? OR deadline <= %1$s)""";

    private static final String LOOK = """
            SELECT token, fence, deadline, %1$s AS looked_at FROM {lease} WHERE name = ?""";

    private static final String FIRST = """
            INSERT INTO {lease} (name, fence, token, holder, deadline) VALUES (?, 1, ?, ?, %2$s)""";

    private static final String RENEW = """
            UPDATE {lease} SET deadline = %2$s WHERE name = ? AND token = ? AND deadline > %1$s""";

    /** Where a driver counts the rows that were changed: the deadline may have been the same. */
    private static final String IS_OWN = """
            SELECT fence FROM {lease} WHERE name = ? AND token = ? AND deadline > %1$s""";

    private static final String RELEASE = """
            UPDATE {lease} SET token = NULL WHERE name = ? AND token = ? AND deadline > %1$s""";

    private static final String HOLDERS = """
            SELECT name, holder, fence, deadline FROM {lease}
             WHERE token IS NOT NULL AND deadline > %1$s
             ORDER BY name
             LIMIT ?""";

    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final JdbcUnitsOfWork units;
    private final Reads reads;
    private final Dialect dialect;
    private final String take;
    private final String look;
    private final String first;
    private final String renew;
    private final String isOwn;
    private final String release;
    private final String holders;

    JdbcLeaseStore(JdbcUnitsOfWork units, Reads reads, Dialect dialect, Tables tables) {
        this.units = units;
        this.reads = reads;
        this.dialect = dialect;
        this.take = text(tables, TAKE);
        this.look = text(tables, LOOK);
        this.first = text(tables, FIRST);
        this.renew = text(tables, RENEW);
        this.isOwn = text(tables, IS_OWN);
        this.release = text(tables, RELEASE);
        this.holders = text(tables, HOLDERS);
    }

    private String text(Tables tables, String template) {
        return tables.sql(template.formatted(dialect.now(), dialect.nowPlusMicros()));
    }

    @Override
    public Capabilities capabilities() {
        return dialect.capabilities();
    }

    @Override
    public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
        LeaseHolder.checkLabel(holder);
        // Somebody else may have inserted the name's row in between; from then on it is there.
        return units.inTransactions(
                ATTEMPTS,
                LIMIT,
                e -> e.kind() == FailureKind.DUPLICATE_AGGREGATE,
                unit -> take(unit, name, token, holder, time));
    }

    /** What is stored is looked at afterwards, and no count is trusted: drivers count differently. */
    private LeaseAnswer take(JdbcUnitOfWork unit, LockName name, Token token, String holder, LeaseTime time)
            throws SQLException {
        String own = token.value();
        unit.execute(Sql.of(take, own, own, holder, time.micros(), name.bytes(), own));
        List<Row> rows = unit.query(Sql.of(look, name.bytes()));
        if (rows.isEmpty()) {
            unit.insertFirst(Sql.of(first, name.bytes(), own, holder, time.micros()));
            return new LeaseAnswer.Granted(new Fence(1));
        }
        Row row = rows.get(0);
        if (row.optionalText("token").filter(own::equals).isPresent()) {
            return new LeaseAnswer.Granted(new Fence(row.number("fence")));
        }
        Duration left = row.isNull("token")
                ? Duration.ZERO
                : Duration.between(row.instant("looked_at"), row.instant("deadline"));
        return new LeaseAnswer.Held(left.isNegative() ? Duration.ZERO : left);
    }

    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        return units.inTransaction(
                LIMIT,
                unit -> unit.execute(Sql.of(renew, time.micros(), name.bytes(), token.value())) == 1
                        || !unit.query(Sql.of(isOwn, name.bytes(), token.value()))
                                .isEmpty());
    }

    @Override
    public boolean release(LockName name, Token token) {
        return units.inTransaction(LIMIT, unit -> unit.execute(Sql.of(release, name.bytes(), token.value())) == 1);
    }

    @Override
    public List<LeaseHolder> holders(int limit) {
        LeaseHolder.checkLimit(limit);
        units.refuseInTransaction();
        return reads.query(Sql.of(holders, limit)).stream()
                .map(row -> new LeaseHolder(
                        new LockName(row.text("name")),
                        row.text("holder"),
                        new Fence(row.number("fence")),
                        row.instant("deadline")))
                .toList();
    }
}
