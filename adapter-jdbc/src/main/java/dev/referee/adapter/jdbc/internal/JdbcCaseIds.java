package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.port.CaseIds;
import dev.referee.domain.permit.CaseId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

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

    private final JdbcUnitsOfWork units;
    private final Tables tables;
    private final Object monitor = new Object();

    /** The last numbers of blocks that were drawn while another one was in use. */
    private final SortedSet<Long> further = new TreeSet<>();

    private long next = 1;
    private long last;

    /** Up to here all numbers are in use. */
    private long floor;

    JdbcCaseIds(JdbcUnitsOfWork units, Tables tables) {
        this.units = units;
        this.tables = tables;
    }

    @Override
    public Optional<CaseId> nextInStock() {
        units.refuseInTransaction();
        return taken();
    }

    /** Draws without the monitor, so that nobody waits for another's connection: threads that come at once draw a block each. */
    @Override
    public CaseId next() {
        units.refuseInTransaction();
        Optional<CaseId> ready = taken();
        while (ready.isEmpty()) {
            long end = repeated(this::drawBlock);
            synchronized (monitor) {
                further.add(end);
                ready = taken();
            }
        }
        return ready.get();
    }

    private Optional<CaseId> taken() {
        synchronized (monitor) {
            while (next > last && !further.isEmpty()) {
                long end = further.first();
                further.remove(end);
                // Numbers rise: what is left of a block that came late is dropped.
                long used = Math.max(end - BLOCK, floor);
                if (used < end) {
                    next = used + 1;
                    last = end;
                }
            }
            if (next > last) {
                return Optional.empty();
            }
            floor = next;
            return Optional.of(new CaseId(next++));
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
        units.refuseInTransaction();
        repeated(unit -> (long) unit.execute(Sql.of(tables.sql(SKIP), used.value(), NAME, used.value())));
        synchronized (monitor) {
            floor = Math.max(floor, used.value());
            next = Math.max(next, Math.min(floor, Long.MAX_VALUE - 1) + 1);
        }
    }

    private long repeated(JdbcUnitOfWork.Work<Long> work) {
        return units.inTransactions(ATTEMPTS, LIMIT, e -> e.kind().isPassing(), work);
    }
}
