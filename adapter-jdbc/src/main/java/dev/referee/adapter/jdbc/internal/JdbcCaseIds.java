package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.permit.CaseId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

/**
 * Draws blocks of numbers from a counter row. Nothing is lost but numbers if a block was drawn twice, so a failed draw is simply repeated.
 */
final class JdbcCaseIds implements CaseIds {

    private static final String RAISE = """
            UPDATE {counter} SET last_number = last_number + ? WHERE name = ? AND last_number <= ?""";

    private static final String READ = """
            SELECT last_number FROM {counter} WHERE name = ?""";

    private static final String SKIP = """
            UPDATE {counter} SET last_number = ? WHERE name = ? AND last_number < ?""";

    private static final String NAME = "permit_case";
    private static final long BLOCK = 50;
    private static final int ATTEMPTS = 3;
    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final Set<FailureKind> WORTH_REPEATING = Set.of(FailureKind.CONTENTION, FailureKind.CONNECTION_LOST);

    private final JdbcUnitsOfWork units;
    private final Tables tables;
    private final Object monitor = new Object();
    private long next = 1;
    private long last;

    JdbcCaseIds(JdbcUnitsOfWork units, Tables tables) {
        this.units = units;
        this.tables = tables;
    }

    @Override
    public CaseId next() {
        synchronized (monitor) {
            if (next > last) {
                last = repeated(this::drawBlock);
                next = last - BLOCK + 1;
            }
            return new CaseId(next++);
        }
    }

    private long drawBlock(JdbcUnitOfWork unit) throws SQLException {
        int raised = unit.execute(Sql.of(tables.sql(RAISE), BLOCK, NAME, Long.MAX_VALUE - BLOCK - 1));
        if (raised != 1) {
            throw new IllegalStateException("the counter " + NAME + " is missing or has no number left");
        }
        return unit.query(Sql.of(tables.sql(READ), NAME)).get(0).number("last_number");
    }

    @Override
    public void skipTo(CaseId used) {
        synchronized (monitor) {
            repeated(unit -> (long) unit.execute(Sql.of(tables.sql(SKIP), used.value(), NAME, used.value())));
            if (used.value() >= next) {
                next = used.value() == Long.MAX_VALUE ? Long.MAX_VALUE : used.value() + 1;
            }
            if (next > last) {
                next = 1;
                last = 0;
            }
        }
    }

    private long repeated(JdbcUnitOfWork.Work<Long> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return units.inTransaction(LIMIT, work);
            } catch (StoreFailure e) {
                if (attempt == ATTEMPTS || !WORTH_REPEATING.contains(e.kind())) {
                    throw e;
                }
            }
        }
    }
}
