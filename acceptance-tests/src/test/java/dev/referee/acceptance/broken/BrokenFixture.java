package dev.referee.acceptance.broken;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.EngineUnavailable;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.LockName;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * An engine that is right, with one fault laid over its adapter. Programs that know nothing of Referee meet the engine itself.
 *
 * @param healthy the engine
 * @param faults gives each store a fault of its own
 */
record BrokenFixture(EngineFixture healthy, Supplier<Fault> faults) implements EngineFixture {

    @Override
    public String name() {
        return "broken " + healthy.name();
    }

    @Override
    public String start() throws EngineUnavailable {
        return healthy.start();
    }

    @Override
    public TestStore openEmpty() {
        return new Store(healthy.openEmpty(), faults.get());
    }

    @Override
    public void close() {
        healthy.close();
    }

    private record Store(TestStore healthy, Fault fault) implements TestStore {
        @Override
        public Node node(NodeOptions options) {
            return new BrokenNode(healthy.node(options), fault);
        }

        @Override
        public Snapshot snapshot() {
            return fault.committed(healthy.snapshot());
        }

        @Override
        public void expireLease(LockName name) {
            healthy.expireLease(name);
        }

        @Override
        public int blockedSessions() {
            return healthy.blockedSessions();
        }

        @Override
        public void expireClaims() {
            healthy.expireClaims();
        }

        @Override
        public void advanceClaims(Duration by) {
            healthy.advanceClaims(by);
        }

        @Override
        public void deleteMember(String email) {
            healthy.deleteMember(email);
        }

        @Override
        public RawSession rawSession() {
            return healthy.rawSession();
        }

        @Override
        public InetSocketAddress address() {
            return healthy.address();
        }

        @Override
        public void close() {
            healthy.close();
        }
    }

    private record BrokenNode(Node healthy, Fault fault) implements Node {
        @Override
        public Adapter adapter() {
            return new BrokenAdapter(
                    healthy.adapter(),
                    new BrokenUnits(healthy.adapter().unitsOfWork(), fault),
                    new BrokenJobs(healthy.adapter().jobs(), fault),
                    fault.leases(healthy.adapter().leases()),
                    new BrokenLocks(healthy.adapter(), fault),
                    new BrokenInserts(healthy.adapter().guardedInserts(), fault));
        }

        @Override
        public AggregateStore<Account> accounts() {
            return healthy.accounts();
        }

        @Override
        public GuardedInsert<Member> members() {
            return healthy.members();
        }

        @Override
        public IdempotencyStore idempotency() {
            return healthy.idempotency();
        }

        @Override
        public void close() {
            healthy.close();
        }
    }

    private record BrokenAdapter(
            Adapter healthy,
            UnitsOfWork unitsOfWork,
            JobStore jobs,
            LeaseStore leases,
            AdvisoryLocks advisoryLocks,
            GuardedInserts guardedInserts)
            implements Adapter {
        @Override
        public Capabilities capabilities() {
            return healthy.capabilities();
        }

        @Override
        public AuditTrail auditTrail() {
            return healthy.auditTrail();
        }

        @Override
        public AggregateStore<PermitCase> permitCases() {
            return healthy.permitCases();
        }

        @Override
        public CaseIds caseIds() {
            return healthy.caseIds();
        }

        @Override
        public CaseQueries caseQueries() {
            return healthy.caseQueries();
        }
    }

    private record BrokenInserts(GuardedInserts healthy, Fault fault) implements GuardedInserts {
        @Override
        public <V> InsertAnswer<V> insertOrFind(UnitOfWork unit, GuardedInsert<V> insert, V row) {
            return fault.insertOrFind(healthy, (Transaction) unit, insert, row);
        }
    }

    private record BrokenLocks(Adapter healthy, Fault fault) implements AdvisoryLocks {
        @Override
        public boolean lock(UnitOfWork unit, LockName name, Duration limit) {
            return fault.lockName(healthy, (Transaction) unit, name, limit);
        }

        @Override
        public boolean tryLock(UnitOfWork unit, LockName name) {
            return fault.lockName(healthy, (Transaction) unit, name, Duration.ZERO);
        }
    }

    private record BrokenUnits(UnitsOfWork healthy, Fault fault) implements UnitsOfWork {
        @Override
        public UnitOfWork begin(Duration limit) {
            return new Transaction(() -> healthy.begin(limit), fault);
        }

        @Override
        public UnitOfWork join(Duration limit) {
            return new Transaction(() -> healthy.join(limit), fault);
        }
    }
}
