package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StepListener;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/** The two ways to use one idempotency store: in transactions of its own, and in the caller's. */
public record ClaimParts(IdempotencyStore own, IdempotencyStore joined) {

    /**
     * Puts the parts together.
     *
     * @param oneLock the URL of the database if it has one lock for all
     */
    public static ClaimParts of(
            DataSource dataSource, Dialect dialect, Tables table, Optional<String> oneLock, Duration slack) {
        Shared shared = Shared.of(dialect, table, "");
        JdbcUnitsOfWork units = new JdbcUnitsOfWork(dataSource, shared, StepListener.NONE, slack);
        ClaimSteps own = new ClaimSteps(ClaimTable.own(table, dialect), dialect);
        ClaimSteps joined = new ClaimSteps(ClaimTable.joined(table, dialect), dialect);
        return new ClaimParts(
                new OwnClaims(units, new Reads(dataSource, shared, slack), own, new SameFile(oneLock)),
                new JoinedClaims(units, shared, joined));
    }
}
