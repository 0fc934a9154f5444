package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Phase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What one transaction waits for, and how long: the settings that bound its statements, and the lock of the whole database where there is one. */
final class Waits implements Session.Prepared {

    private final Bond bond;
    private final Session session;
    private final Dialect dialect;
    private final Classifier classifier;
    private final Statements statements;
    private final Optional<Sql> databaseLock;
    private final Deadline deadline;

    /** The limit that the server enforces now; null before the settings were sent. */
    private @Nullable Duration enforced;

    private boolean databaseLocked;

    Waits(Bond bond, Shared shared, Deadline deadline) {
        this.bond = bond;
        this.session = bond.session();
        this.dialect = shared.dialect();
        this.classifier = shared.classifier();
        this.statements = shared.statements();
        this.databaseLock = shared.databaseLock();
        this.deadline = deadline;
    }

    /** SQL of the embedding service's own may be the first that is run, and has no more time than the unit. */
    @Override
    public void prepare() throws SQLException {
        freshLimit();
    }

    @Override
    public void disturbed() {
        if (enforced != null) {
            enforced = Duration.ZERO;
        }
    }

    /** A lock was had: what comes next has the time that is left now. */
    void afterLock() throws SQLException {
        session.networkTimeout(deadline.rest());
        freshLimit();
    }

    /** Runs what takes a lock, where a long wait is too coarse in slices. */
    <R> R attempted(LockWait wait, Attempt<R> attempt) throws SQLException {
        session.mustNotHaveFailed();
        Duration rest = deadline.rest();
        Duration first = wait.fold(
                upTo -> Deadline.shorter(upTo.limit(), rest),
                noWait -> databaseLock.isEmpty() ? rest : Duration.ZERO,
                skip -> rest);
        prepare(first, rest);
        Deadline end = new Deadline(Deadline.atLeast(first));
        boolean sliced = wait instanceof LockWait.UpTo && dialect.longestWait().compareTo(first) < 0;
        while (true) {
            Duration slice = Deadline.shorter(end.rest(), dialect.longestWait());
            try {
                // Not on the noting connection: the end of a slice is no failure. Nor on the pool's: HikariCP takes a
                // time-out, which is an answer here, for the end of the connection.
                return attempt.within(session.driversOwn(), slice);
            } catch (SQLException e) {
                // The last slice may be cut to whole milliseconds, and the wait must not end early.
                if (sliced && !end.isOver() && isBusy(e)) {
                    continue;
                }
                session.note(e);
                throw e;
            }
        }
    }

    boolean isBusy(SQLException e) {
        return e instanceof WaitEnded
                || classifier.verdict(e, Phase.LOCK, session.isLost()).meaning() == Meaning.BUSY;
    }

    /** Sends the settings if none were sent, otherwise the limit of the next statement. */
    private void prepare(Duration first, Duration rest) throws SQLException {
        boolean boundsLock = dialect.settings().boundsLock();
        if (enforced == null) {
            session.networkTimeout(first);
            bond.begin(first, rest);
            enforced = boundsLock ? first : rest;
        } else if (boundsLock && !databaseLocked) {
            limit(first);
        } else {
            freshLimit();
        }
        if (lacksDatabaseLock()) {
            waitForDatabaseLock(new Deadline(Deadline.atLeast(first)));
        }
    }

    /** In slices: an engine that adds up what it meant to sleep waits longer than that on a busy machine. */
    private void waitForDatabaseLock(Deadline end) throws SQLException {
        while (!databaseLocked) {
            try {
                takeDatabaseLock();
            } catch (SQLException e) {
                if (end.isOver() || !isBusy(e)) {
                    session.note(e);
                    throw e;
                }
            }
        }
    }

    private void takeDatabaseLock() throws SQLException {
        statements.update(session.driversOwn(), databaseLock.orElseThrow());
        databaseLocked = true;
    }

    /** Whether the engine has a lock of the whole database, and it is not held yet. */
    private boolean lacksDatabaseLock() {
        return !databaseLocked && databaseLock.isPresent();
    }

    /** Takes the lock of the whole database if nobody else has it; a refusal leaves the transaction as it was. True where there is none. */
    boolean tryDatabaseLock() throws SQLException {
        if (!lacksDatabaseLock()) {
            return true;
        }
        session.mustNotHaveFailed();
        if (enforced == null) {
            bond.begin(Duration.ZERO, Duration.ZERO);
        }
        limit(Duration.ZERO);
        try {
            takeDatabaseLock();
            return true;
        } catch (SQLException e) {
            if (isBusy(e)) {
                return false;
            }
            session.note(e);
            throw e;
        }
    }

    void limit(Duration statement) throws SQLException {
        session.networkTimeout(statement);
        session.send(dialect.settings().limit(statement));
        enforced = statement;
    }

    /** Sends the limit of the next statements if the one that the server enforces is too short or out of date. */
    void freshLimit() throws SQLException {
        Duration rest = deadline.rest();
        if (enforced == null || lacksDatabaseLock()) {
            prepare(rest, rest);
        } else if (databaseLocked) {
            // Nothing is waited for any more.
            return;
        } else if (!Deadline.fits(enforced, rest)) {
            limit(rest);
        }
    }

    /** Asks for a lock on the driver's own connection, waiting no longer than this. */
    interface Attempt<R> {
        R within(Connection on, Duration limit) throws SQLException;
    }
}
