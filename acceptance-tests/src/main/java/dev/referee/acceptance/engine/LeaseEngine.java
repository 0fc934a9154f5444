package dev.referee.acceptance.engine;

import dev.referee.acceptance.account.Account;
import dev.referee.application.lock.LockName;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;
import java.net.InetSocketAddress;
import java.util.Map;

/**
 * A store of leases in the place of an engine, for the rules of leases, which ask for nothing else.
 *
 * @param fixture the store of leases
 */
public record LeaseEngine(LeaseFixture fixture) implements EngineFixture {

    /** A node that has leases only: what an {@link TestStore.Opener} of such a store gives. */
    public static Node node(LeaseFixture.Connected connected) {
        return new LeaseNode(connected);
    }

    @Override
    public String name() {
        return fixture.name();
    }

    @Override
    public String start() throws EngineUnavailable {
        return fixture.start();
    }

    @Override
    public TestStore openEmpty() {
        return new LeaseTestStore(fixture.openEmpty());
    }

    @Override
    public void close() {
        fixture.close();
    }

    private static UnsupportedOperationException leasesOnly() {
        return new UnsupportedOperationException("this store keeps leases and nothing else");
    }

    private record LeaseTestStore(LeaseFixture.Store store) implements TestStore {
        @Override
        public Node node(NodeOptions options) {
            return LeaseEngine.node(store.node(options));
        }

        @Override
        public void expireLease(LockName name) {
            store.expire(name);
        }

        @Override
        public void reopen() {
            store.reopen();
        }

        @Override
        public Snapshot snapshot() {
            return Snapshot.of(Map.of());
        }

        @Override
        public int blockedSessions() {
            return 0;
        }

        @Override
        public InetSocketAddress address() {
            return store.address();
        }

        @Override
        public Entrance entrance() {
            return store.entrance();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private record LeaseNode(LeaseFixture.Connected connected) implements Node, Adapter {
        @Override
        public Adapter adapter() {
            return this;
        }

        @Override
        public Capabilities capabilities() {
            return connected.leases().capabilities();
        }

        @Override
        public LeaseStore leases() {
            return connected.leases();
        }

        @Override
        public UnitsOfWork unitsOfWork() {
            throw leasesOnly();
        }

        @Override
        public AuditTrail auditTrail() {
            throw leasesOnly();
        }

        @Override
        public AggregateStore<PermitCase> permitCases() {
            throw leasesOnly();
        }

        @Override
        public CaseIds caseIds() {
            throw leasesOnly();
        }

        @Override
        public CaseQueries caseQueries() {
            throw leasesOnly();
        }

        @Override
        public AggregateStore<Account> accounts() {
            throw leasesOnly();
        }

        @Override
        public void close() {
            connected.disconnect().run();
        }
    }
}
