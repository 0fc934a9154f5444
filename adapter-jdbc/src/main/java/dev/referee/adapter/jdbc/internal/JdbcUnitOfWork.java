package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The portable path: one statement a step, on the transaction of its bond. */
final class JdbcUnitOfWork implements UnitOfWork {

    private final Bond bond;
    private final Shared shared;
    private final Session session;
    private final Connection connection;
    private final Dialect dialect;
    private final Classifier classifier;
    private final Statements statements;
    private final EngineTables tables;
    private final Waits waits;
    private final StepListener listener;

    private Classifier.Statement running = Classifier.Statement.OTHER;
    private boolean usable = true;

    /** What ended the wait for a row; null if none was ended. */
    private @Nullable SQLException busy;

    JdbcUnitOfWork(Bond bond, Connection connection, Shared shared, StepListener listener, Deadline deadline) {
        this.bond = bond;
        this.shared = shared;
        this.session = bond.session();
        this.connection = connection;
        this.dialect = shared.dialect();
        this.classifier = shared.classifier();
        this.statements = shared.statements();
        this.tables = shared.tables();
        this.waits = new Waits(bond, shared, deadline);
        session.beforeEach(waits);
        this.listener = listener;
    }

    @Override
    public <S> Locked<S> lock(AggregateStore<S> store, Subject subject, LockWait wait, Set<OperationKey> operations) {
        SqlAggregate<S> aggregate = sql(store);
        return guarded(Phase.LOCK, () -> {
            before(Step.LOCK);
            Sql select = aggregate.select(subject);
            Optional<List<Row>> read =
                    waiting(wait, (on, slice) -> statements.query(on, dialect.lock(select, wait, slice)));
            if (read.isEmpty()) {
                return new Locked<>(new LockAnswer.Busy<>(), Map.of());
            }
            List<Row> locked = read.get();
            session.enter(Phase.FACTS);
            listener.before(Step.FACTS);
            waits.afterLock();
            if (locked.isEmpty()
                    && wait instanceof LockWait.Skip
                    && !query(aggregate.select(subject)).isEmpty()) {
                return new Locked<>(new LockAnswer.Busy<>(), Map.of());
            }
            Map<OperationKey, StoredOperation> found = priorOperations(operations);
            LockAnswer<S> answer = locked.isEmpty()
                    ? new LockAnswer.Absent<>()
                    : new LockAnswer.Locked<>(state(aggregate, subject, locked.get(0)));
            return new Locked<>(answer, found);
        });
    }

    /** Runs what waits for a lock; empty if the wait has ended, and then this can only be closed. */
    <R> Optional<R> waiting(LockWait wait, Waits.Attempt<R> attempt) throws SQLException {
        try {
            return Optional.of(waits.attempted(wait, attempt));
        } catch (SQLException e) {
            // Who skips goes on in the same transaction, so that one must not be over.
            if (!waits.isBusy(e) || wait instanceof LockWait.Skip) {
                throw e;
            }
            forbidAllButClose();
            session.noteBusy();
            busy = e;
            return Optional.empty();
        }
    }

    private Map<OperationKey, StoredOperation> priorOperations(Set<OperationKey> keys) throws SQLException {
        Map<OperationKey, StoredOperation> found = new HashMap<>();
        for (Sql sql : tables.operations(keys)) {
            for (Row row : query(sql)) {
                StoredOperation operation = tables.operation(row);
                found.put(operation.key(), operation);
            }
        }
        return found;
    }

    private <S> S state(SqlAggregate<S> aggregate, Subject subject, Row row) throws SQLException {
        List<List<Row>> facts = new ArrayList<>();
        for (Sql sql : aggregate.facts(subject)) {
            facts.add(query(sql));
        }
        return aggregate.map(row, facts);
    }

    @Override
    public <S> Optional<S> read(AggregateStore<S> store, Subject subject) {
        SqlAggregate<S> aggregate = sql(store);
        return guarded(Phase.FACTS, () -> {
            List<Row> rows = query(aggregate.select(subject));
            return rows.isEmpty() ? Optional.empty() : Optional.of(state(aggregate, subject, rows.get(0)));
        });
    }

    @Override
    public <S> boolean update(AggregateStore<S> store, S before, S next) {
        SqlAggregate<S> aggregate = sql(store);
        return guarded(Phase.WRITE, () -> written(aggregate, before, next));
    }

    @Override
    public <S> void insert(AggregateStore<S> store, S state) {
        SqlAggregate<S> aggregate = sql(store);
        guarded(Phase.WRITE, () -> {
            writeNew(aggregate, state);
            return true;
        });
    }

    private <S> void writeNew(SqlAggregate<S> aggregate, S state) throws SQLException {
        List<Sql> writes = aggregate.insert(state);
        executeAs(Classifier.Statement.FIRST_INSERT_OF_AGGREGATE, writes.get(0));
        executeAll(writes.subList(1, writes.size()));
    }

    @Override
    public Optional<StoreFailure> failure() {
        return busy().or(() -> session.failure()
                .map(failed -> classifier.failure(
                        failed.cause(), failed.phase(), Classifier.Statement.OTHER, session.isLost())));
    }

    /** What was met here, or in work that took part in the transaction. */
    private Optional<StoreFailure> busy() {
        Optional<SQLException> ofJoined =
                session.isBusy() ? session.failure().map(Session.Failed::cause) : Optional.empty();
        return Optional.ofNullable(busy).or(() -> ofJoined).map(StoreFailure::afterBusy);
    }

    private <S> boolean written(SqlAggregate<S> aggregate, S before, S next) throws SQLException {
        List<Sql> writes = aggregate.update(before, next);
        if (execute(writes.get(0)) != 1) {
            return false;
        }
        executeAll(writes.subList(1, writes.size()));
        return true;
    }

    @Override
    public void commit(List<Change<?>> changes) {
        changes.forEach(change -> sql(change.store()));
        Optional<StoreFailure> busyBefore = busy();
        if (busyBefore.isPresent()) {
            throw busyBefore.get();
        }
        guarded(Phase.WRITE, () -> {
            for (Change<?> change : changes) {
                write(change);
            }
            if (bond.commits()) {
                listener.before(Step.COMMIT);
            }
            session.mustNotHaveFailed();
            bond.commit();
            usable = false;
            return true;
        });
    }

    private <S> void write(Change<S> change) throws SQLException {
        SqlAggregate<S> aggregate = sql(change.store());
        listener.before(Step.WRITE_AGGREGATE);
        if (change.before().isPresent()) {
            if (!written(aggregate, change.before().get(), change.next())) {
                throw new StoreFailure(
                        FailureKind.CONTENTION,
                        Phase.WRITE,
                        false,
                        "the aggregate is not at the revision that was decided on",
                        new IllegalStateException("the guarded update counted 0 rows"));
            }
        } else {
            writeNew(aggregate, change.next());
        }
        listener.before(Step.WRITE_AUDIT);
        execute(tables.insertAudit(change.audit()));
        listener.before(Step.WRITE_OPERATION);
        executeAs(Classifier.Statement.INSERT_OF_OPERATION, tables.insertOperation(change.operation()));
        listener.before(Step.WRITE_EVENT);
        execute(tables.insertEvent(change.event()));
    }

    /** The unit that is of this adapter. */
    static JdbcUnitOfWork of(UnitOfWork unit, Shared shared) {
        if (unit instanceof JdbcUnitOfWork own && own.shared.equals(shared)) {
            return own;
        }
        throw new IllegalArgumentException("the unit of work must be of this adapter, but is a "
                + unit.getClass().getName() + " of another");
    }

    /** What this waits for, and how long. */
    Waits waits() {
        return waits;
    }

    void before(Step step) {
        listener.before(step);
    }

    /** The names that the transaction holds beyond its end, which somebody will give back. */
    HeldNames names() {
        bond.attendNames();
        return session.names();
    }

    /** Runs statements of the library's own, outside the protocol. */
    <R> R run(Work<R> work) {
        return guarded(Phase.WRITE, () -> work.in(this));
    }

    List<Row> query(Sql sql) throws SQLException {
        session.mustNotHaveFailed();
        waits.freshLimit();
        return statements.query(connection, sql);
    }

    int execute(Sql sql) throws SQLException {
        session.mustNotHaveFailed();
        waits.freshLimit();
        return statements.update(connection, sql);
    }

    /** Inserts one row and gives the number that the database has put into the key. */
    long insert(Sql sql, String key) throws SQLException {
        session.mustNotHaveFailed();
        waits.freshLimit();
        return statements.insert(connection, sql, key);
    }

    /** Inserts a row whose key somebody else may just have taken: that is told as {@link FailureKind#DUPLICATE_AGGREGATE}. */
    void insertFirst(Sql sql) throws SQLException {
        executeAs(Classifier.Statement.FIRST_INSERT_OF_AGGREGATE, sql);
    }

    private void executeAs(Classifier.Statement what, Sql sql) throws SQLException {
        session.mustNotHaveFailed();
        waits.freshLimit();
        running = what;
        statements.update(connection, sql);
        running = Classifier.Statement.OTHER;
    }

    /** For a statement whose failures are its caller's to note. */
    Session ready() throws SQLException {
        session.mustNotHaveFailed();
        waits.freshLimit();
        return session;
    }

    void mustNotHaveFailed() throws SQLException {
        session.mustNotHaveFailed();
    }

    private void executeAll(List<Sql> writes) throws SQLException {
        for (Sql sql : writes) {
            execute(sql);
        }
    }

    @Override
    public void close() {
        usable = false;
        bond.close();
    }

    @Override
    public void fail() {
        forbidAllButClose();
    }

    private void forbidAllButClose() {
        usable = false;
        bond.fail();
    }

    <R> R guarded(Phase phase, Action<R> step) {
        if (!usable) {
            throw new IllegalStateException("this unit of work has ended or failed: it can only be closed");
        }
        session.enter(phase);
        try {
            return step.run();
        } catch (SQLException | RuntimeException e) {
            forbidAllButClose();
            throw classifier.translated(e, session, running);
        } catch (Error e) {
            forbidAllButClose();
            throw e;
        }
    }

    private static <S> SqlAggregate<S> sql(AggregateStore<S> store) {
        if (store instanceof SqlAggregate<S> aggregate) {
            return aggregate;
        }
        throw new IllegalArgumentException("an SQL adapter needs a SqlAggregate, but the store is a "
                + store.getClass().getName());
    }

    /** Statements of the library's own. */
    interface Work<R> {
        R in(JdbcUnitOfWork unit) throws SQLException;
    }

    /** One call of the port. */
    interface Action<R> {
        R run() throws SQLException;
    }
}
