package dev.referee.adapter.inmemory;

import dev.referee.application.port.Adapter;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.Feature;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A store in this process's memory, for tests and for trying things out. It locks rows, waits, rolls back and finds deadlocks as a database
 * at READ COMMITTED does, and forgets everything with the process.
 *
 * <p>Safe for many threads. A unit of work holds locks on its own rows only: nobody else waits while a command decides, and a wait ends
 * within a few milliseconds of the asked time. A thread that is interrupted while it waits fails with a {@code StoreFailure} of kind
 * {@code REJECTED} and stays interrupted.
 */
public final class InMemoryAdapter implements Adapter {

    private static final Map<Feature, String> MISSING = Map.of(
            Feature.FOREIGN_KEYS, "Rows are kept in a map that knows no references between tables.",
            Feature.JOINING, InMemoryUnits.NO_JOINING,
            Feature.SCHEMA, "There is no schema to migrate or to validate.",
            Feature.SCHEMA_NAMES, "There is no schema that could have a name.",
            Feature.CONNECTIONS, "Units of work run in the caller's process, without a connection that could be lost.",
            Feature.NETWORK, "The store is in the caller's process, so no reply can be lost on the way.",
            Feature.DURABILITY, "Everything is gone when the process ends.",
            Feature.SEVERAL_PROCESSES, "The rows are in the memory of one process.",
            Feature.QUERY_PLANS, "Rows are in a map; jobs are found by looking at each of them.",
            Feature.SERIALIZATION_FAILURES, "Every unit of work runs at READ COMMITTED.");

    static final Capabilities CAPABILITIES = new Capabilities("in-memory", version(), true, true, MISSING);

    private final CommittedRows committed = new CommittedRows();
    private final InMemoryReads reads = new InMemoryReads(committed);
    private final InMemoryUnits units;
    private final InMemoryCaseIds caseIds;
    private final InMemoryLeaseStore leases;
    private final InMemoryJobStore jobs;
    private final InMemoryAdvisoryLocks advisoryLocks;
    private final InMemoryGuardedInserts guardedInserts;

    private InMemoryAdapter(StepListener listener, InstantSource clock) {
        this.units = new InMemoryUnits(committed, listener);
        this.caseIds = new InMemoryCaseIds(units);
        this.leases = new InMemoryLeaseStore(CAPABILITIES, clock, units::requireNone);
        this.jobs = new InMemoryJobStore(units, committed, clock);
        this.advisoryLocks = new InMemoryAdvisoryLocks(units);
        this.guardedInserts = new InMemoryGuardedInserts(units);
    }

    private static String version() {
        return Optional.ofNullable(InMemoryAdapter.class.getPackage().getImplementationVersion())
                .orElse("unreleased");
    }

    /** Makes an empty store. */
    public static InMemoryAdapter create() {
        return create(StepListener.NONE);
    }

    /**
     * Makes an empty store whose steps can be watched, halted or failed.
     *
     * @param listener is told of each step of each unit of work. What it throws reaches the caller as it is, and leaves the unit fit only to
     *     be closed
     */
    public static InMemoryAdapter create(StepListener listener) {
        return create(listener, InstantSource.system());
    }

    /**
     * Makes an empty store whose steps can be watched, and whose due times and leases are by a clock of their own.
     *
     * @param listener as above
     * @param clock safe for many threads
     */
    public static InMemoryAdapter create(StepListener listener, InstantSource clock) {
        return new InMemoryAdapter(listener, clock);
    }

    @Override
    public Capabilities capabilities() {
        return CAPABILITIES;
    }

    @Override
    public UnitsOfWork unitsOfWork() {
        return units;
    }

    @Override
    public AuditTrail auditTrail() {
        return reads;
    }

    @Override
    public AggregateStore<PermitCase> permitCases() {
        return InMemoryAggregate.PERMIT_CASES;
    }

    @Override
    public CaseIds caseIds() {
        return caseIds;
    }

    @Override
    public CaseQueries caseQueries() {
        return reads;
    }

    @Override
    public LeaseStore leases() {
        return leases;
    }

    @Override
    public JobStore jobs() {
        return jobs;
    }

    @Override
    public GuardedInserts guardedInserts() {
        return guardedInserts;
    }

    @Override
    public AdvisoryLocks advisoryLocks() {
        return advisoryLocks;
    }

    /** The fee lines of a case as they are committed, in the order of their numbers; empty if there is no such case. */
    public List<FeeLine> feeLines(CaseId id) {
        return reads.feeLines(id);
    }

    /** Copies every committed row as text, all as of one moment; leases, which no transaction writes, as of another one. */
    public InMemorySnapshot snapshot() {
        return InMemorySnapshot.of(committed.copy(), leases.rows());
    }

    /**
     * How many units of work wait at this moment for a row or a key that another one holds. A test that wants a command to be waiting polls
     * this instead of sleeping.
     */
    public int waitingUnits() {
        return units.waiting();
    }
}
