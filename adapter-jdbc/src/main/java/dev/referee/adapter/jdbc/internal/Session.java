package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.SessionSettings;
import dev.referee.application.port.Phase;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One connection during one transaction: which failures it has seen, what was set on it, and whether it may go back to its pool. The
 * connection that Spring's JDBC code is given reports to it.
 */
final class Session {

    private static final Logger LOG = System.getLogger(Session.class.getName());

    /** To begin a transaction waits for nothing but the server's attention. */
    private static final Duration BEGIN = Duration.ofSeconds(3);

    private final Connection connection;
    private final Pool pool;
    private final Dialect dialect;
    private final Classifier classifier;
    private final Duration slack;

    private Phase phase = Phase.BEGIN;
    private @Nullable Failed failure;
    private boolean busy;
    private boolean discard;
    private boolean lost;
    private boolean released;
    private boolean commitSent;
    private boolean committed;
    private boolean ended;
    private boolean toRestore;
    private int networkTimeoutBefore = -1;
    /** What has to be in force before any statement, whoever runs it; nothing once the transaction has failed or ended. */
    private Prepared prepared = () -> {};

    private HeldNames names;
    private @Nullable SessionSettings settings;

    Session(Connection connection, Pool pool, Dialect dialect, Classifier classifier, Duration slack) {
        this.connection = connection;
        this.pool = pool;
        this.dialect = dialect;
        this.classifier = classifier;
        this.slack = slack;
        this.names = new HeldNames(dialect.names());
    }

    /** The names that the transaction holds. */
    HeldNames names() {
        return names;
    }

    /** The transaction is one that holds names already. */
    void share(HeldNames others) {
        names = others;
    }

    Connection connection() {
        return connection;
    }

    /** The driver's connection, without the pool's wrapper: some pools take any time-out for the end of the connection. */
    Connection driversOwn() {
        return driversOwn(connection);
    }

    /** The connection itself, if it is a wrapper that does not say what is in it. */
    static Connection driversOwn(Connection wrapper) {
        try {
            return wrapper.unwrap(Connection.class);
        } catch (SQLException e) {
            LOG.log(Level.TRACE, "a connection cannot be unwrapped", e);
            return wrapper;
        }
    }

    /** Whether the connection was gone before it was given back. */
    boolean isLost() {
        return lost || (!released && isClosed());
    }

    /** A pool's wrapper may not know that the driver's own connection is closed. */
    private boolean isClosed() {
        try {
            return connection.isClosed() || driversOwn().isClosed();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "the connection does not even say whether it is closed", e);
            return true;
        }
    }

    void enter(Phase next) {
        phase = next;
    }

    Phase phase() {
        return phase;
    }

    /** The first failure of any statement, swallowed or not. */
    Optional<Failed> failure() {
        return Optional.ofNullable(failure);
    }

    /** Remembers that the failure is the end of a wait that a caller had limited. */
    void noteBusy() {
        busy = true;
    }

    boolean isBusy() {
        return busy;
    }

    /** What another unit of work met in the same transaction, whose connection need not have shown it to this one. */
    void inherit(Session joined) {
        if (failure == null && joined.failure != null) {
            failure = joined.failure;
            busy = joined.busy;
        }
        lost |= joined.lost;
        discard |= joined.discard;
    }

    /** After a failure that somebody swallowed nothing more is sent: the transaction may be gone, and its locks with it. */
    void mustNotHaveFailed() throws SQLException {
        if (failure != null) {
            throw failure.cause();
        }
    }

    boolean commitSent() {
        return commitSent;
    }

    boolean committed() {
        return committed;
    }

    /** Remembers a failure: from now on the transaction can only roll back. After the transaction, the connection is of no use any more. */
    void note(SQLException seen) {
        if (failure == null) {
            failure = new Failed(seen, phase);
        }
        lost = lost || isClosed();
        if (ended || classifier.verdict(seen, phase, lost).discard()) {
            discard = true;
        }
    }

    /** Commits, unless a statement has failed: some servers would report success then and store nothing, or half. */
    void commit() throws SQLException {
        if (failure != null) {
            rollback();
            throw new SQLException(
                    "A statement of this transaction has failed, so it was rolled back.", failure.cause());
        }
        phase = Phase.COMMIT;
        commitSent = true;
        try {
            connection.commit();
            committed = true;
            ended = true;
            releaseNames();
        } catch (SQLException e) {
            note(e);
            rollback();
            throw e;
        } catch (RuntimeException | Error e) {
            discard = true;
            throw e;
        }
    }

    /** Rolls back. A connection on which that fails is not used again. */
    void rollback() {
        if (ended) {
            return;
        }
        ended = true;
        try {
            // A pool may take its time to close what it was told to discard.
            if (!discard || !dialect.abortFreesLocks()) {
                tightenNetworkTimeout();
                connection.rollback();
            }
        } catch (SQLException e) {
            discard = true;
            LOG.log(Level.DEBUG, "rollback failed, the connection is discarded", e);
        }
        releaseNames();
    }

    /**
     * Gives the names back that the server would keep for the connection's next user. If that fails, or if the connection is not to be used
     * again, its end gives them back.
     */
    private void releaseNames() {
        Optional<Sql> release = names.release();
        if (release.isEmpty() || discard) {
            return;
        }
        try {
            new Statements(dialect).query(driversOwn(), release.get());
            names.forget();
        } catch (SQLException | RuntimeException e) {
            discard = true;
            LOG.log(Level.DEBUG, "names could not be given back, the connection is discarded", e);
        }
    }

    /** After the end of a caller's transaction, whose connection goes back to the pool by other hands: not with a name. */
    void releaseNamesOrDiscard() {
        if (names.isEmpty()) {
            return;
        }
        try {
            networkTimeout(BEGIN);
            releaseNames();
            putNetworkTimeoutBack();
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "the time to give names back could not be limited", e);
        }
        if (!names.isEmpty()) {
            pool.discard(connection);
        }
    }

    /** Auto-commit as Spring asks for it; not on a connection that will be discarded, where switching it on could commit. */
    void setAutoCommit(boolean on) throws SQLException {
        if (discard) {
            return;
        }
        try {
            if (!on) {
                limitBeginning();
            }
            connection.setAutoCommit(on);
        } catch (SQLException e) {
            note(e);
            throw e;
        }
    }

    /** From now on this is seen to before each statement that passes the noting connection. */
    void beforeEach(Prepared what) {
        prepared = what;
    }

    /** Another unit of work in the same transaction has ended, and leaves its limits. */
    void limitsDisturbed() {
        prepared.disturbed();
    }

    void beforeStatement() throws SQLException {
        if (failure == null && !ended) {
            prepared.prepare();
        }
    }

    /** The settings of this session, which know what it came with. */
    SessionSettings settings() throws SQLException {
        SessionSettings known = settings;
        if (known == null) {
            try {
                known = dialect.settings().of(connection);
            } catch (SQLException e) {
                note(e);
                throw e;
            }
            settings = known;
        }
        return known;
    }

    /** Sends the settings of a transaction of our own, which have to be put back after it. */
    void sendSettings(Duration first, Duration rest) throws SQLException {
        List<String> statements = settings().begin(first, rest);
        toRestore = true;
        send(statements);
    }

    /** Gives a silent peer up when this time and the slack have passed. */
    void networkTimeout(Duration limit) throws SQLException {
        if (!dialect.networkTimeout()) {
            return;
        }
        if (networkTimeoutBefore < 0) {
            networkTimeoutBefore = connection.getNetworkTimeout();
        }
        long millis = limit.plus(slack).toMillis();
        connection.setNetworkTimeout(Runnable::run, (int) Math.min(millis, Integer.MAX_VALUE));
    }

    private void tightenNetworkTimeout() throws SQLException {
        if (networkTimeoutBefore >= 0) {
            networkTimeout(Duration.ZERO);
        }
    }

    /** To begin takes a round trip on some drivers: a peer that fell silent must not hold it for ever. */
    void limitBeginning() throws SQLException {
        networkTimeout(BEGIN);
    }

    void putNetworkTimeoutBack() throws SQLException {
        if (networkTimeoutBefore >= 0) {
            connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            networkTimeoutBefore = -1;
        }
    }

    /** Runs statements without parameters, one round trip each. */
    void send(List<String> statements) throws SQLException {
        if (statements.isEmpty()) {
            return;
        }
        try (Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        } catch (SQLException e) {
            note(e);
            throw e;
        }
    }

    /** Gives the connection back as it came, or ends it. */
    void close() throws SQLException {
        lost = lost || isClosed();
        released = true;
        releaseNames();
        if (!discard) {
            try {
                if (toRestore) {
                    send(settings().restore());
                }
                putNetworkTimeoutBack();
                discard = isClosed();
            } catch (SQLException e) {
                discard = true;
                LOG.log(Level.DEBUG, "settings could not be put back, the connection is discarded", e);
            }
        }
        if (discard) {
            pool.discard(connection);
        } else {
            connection.close();
        }
    }

    /** Prepares the session for a statement. */
    interface Prepared {
        void prepare() throws SQLException;

        /** Another unit of work has set its own limits in the same transaction. */
        default void disturbed() {}
    }

    /** The failure that decides about a transaction, and the phase in which it came. */
    record Failed(SQLException cause, Phase phase) {}
}
