package dev.referee.adapter.jdbc.internal;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.TransactionAlreadyActive;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Begins transactions with a manager of its own, bound under the user's data source. */
final class JdbcUnitsOfWork implements UnitsOfWork {

    private final DataSource dataSource;
    private final NotingDataSource noting;
    private final DataSourceTransactionManager manager;
    private final Shared shared;
    private final StepListener listener;

    /** With a user's data source that is not a proxy for taking part in transactions. */
    JdbcUnitsOfWork(DataSource dataSource, Shared shared, StepListener listener, Duration slack) {
        this.dataSource = dataSource;
        this.noting = new NotingDataSource(dataSource, shared.dialect(), shared.classifier(), slack);
        this.manager = new DataSourceTransactionManager(noting);
        this.shared = shared;
        this.listener = listener;
    }

    @Override
    public UnitOfWork begin(Duration limit) {
        return begin(limit, listener);
    }

    /** A transaction of the library's own that is no command, and of which no listener is told. */
    <R> R inTransaction(Duration limit, JdbcUnitOfWork.Work<R> work) {
        try (JdbcUnitOfWork unit = begin(limit, StepListener.NONE)) {
            R result = unit.run(work);
            unit.commit(List.of());
            return result;
        }
    }

    /** Work in the transaction that the thread holds, which its holder commits. */
    <R> R inJoined(Duration limit, JdbcUnitOfWork.Work<R> work) {
        try (JdbcUnitOfWork unit = join(limit, StepListener.NONE)) {
            R result = unit.run(work);
            unit.commit(List.of());
            return result;
        }
    }

    /** As {@link #inTransaction}, so many times at most, as long as it fails with what the next time may not meet. */
    <R> R inTransactions(
            int attempts, Duration limit, Predicate<StoreFailure> worthAnother, JdbcUnitOfWork.Work<R> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return inTransaction(limit, work);
            } catch (StoreFailure e) {
                if (attempt == attempts || !worthAnother.test(e)) {
                    throw e;
                }
            }
        }
    }

    private JdbcUnitOfWork begin(Duration limit, StepListener steps) {
        Deadline deadline = new Deadline(limit);
        refuseInTransaction();
        TransactionStatus status = begun();
        Connection connection = Objects.requireNonNull(boundHolder()).getConnection();
        Bond bond = new OwnTransaction(manager, status, Noting.sessionOf(connection));
        try {
            steps.before(Step.BEGIN);
        } catch (RuntimeException | Error e) {
            bond.close();
            throw e;
        }
        return new JdbcUnitOfWork(bond, connection, shared, steps, deadline);
    }

    /** Refuses if the thread holds a transaction on the data source. */
    void refuseInTransaction() {
        if (inTransaction()) {
            throw new TransactionAlreadyActive();
        }
    }

    /**
     * Whether the thread holds a transaction on the data source. A connection that Spring has bound for a scope without a transaction
     * (PROPAGATION_SUPPORTS) is none: Spring puts it aside for ours. One that is bound under another proxy of the same data source is one.
     */
    boolean inTransaction() {
        boolean scopeOnly = TransactionSynchronizationManager.isSynchronizationActive()
                && !TransactionSynchronizationManager.isActualTransactionActive();
        return !scopeOnly && (boundHolder() != null || Bottom.isBoundElsewhere(dataSource));
    }

    private TransactionStatus begun() {
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName("referee");
        try {
            return manager.getTransaction(definition);
        } catch (TransactionException e) {
            if (e.getCause() instanceof NotingDataSource.NoConnection) {
                throw new StoreFailure(
                        FailureKind.UNAVAILABLE, Phase.BEGIN, false, "no connection to the database could be had", e);
            }
            boolean dead = e.getCause() instanceof NotingDataSource.DeadConnection;
            throw shared.classifier().failure(e, Phase.BEGIN, Classifier.Statement.OTHER, dead);
        }
    }

    @Override
    public UnitOfWork join(Duration limit) {
        return join(limit, listener);
    }

    private JdbcUnitOfWork join(Duration limit, StepListener steps) {
        Deadline deadline = new Deadline(limit);
        ConnectionHolder holder = boundHolder();
        // Without synchronization it has ended already, and its last callbacks are run.
        if (holder == null
                || !TransactionSynchronizationManager.isActualTransactionActive()
                || !TransactionSynchronizationManager.isSynchronizationActive()) {
            throw new IllegalStateException("this thread holds no transaction on the data source that could be joined");
        }
        if (CommittedTransaction.isThreads()) {
            throw new IllegalStateException(
                    "the transaction that this thread holds has been committed, and its afterCommit"
                            + " callbacks are run: nobody would commit what is written now; begin another one (REQUIRES_NEW)");
        }
        Session session = noting.session(holder.getConnection());
        try {
            session.limitBeginning();
            checkJoined(session);
        } catch (SQLException e) {
            holder.setRollbackOnly();
            throw shared.classifier().failure(e, Phase.BEGIN, Classifier.Statement.OTHER);
        }
        JoinedTransaction bond = new JoinedTransaction(dataSource, holder, session);
        return new JdbcUnitOfWork(bond, bond.connection(), shared, steps, deadline);
    }

    private static void checkJoined(Session session) throws SQLException {
        try {
            JoinedTransaction.check(session.connection());
        } catch (IllegalStateException e) {
            session.putNetworkTimeoutBack();
            throw e;
        }
    }

    private @Nullable ConnectionHolder boundHolder() {
        return (ConnectionHolder) TransactionSynchronizationManager.getResource(dataSource);
    }
}
