package dev.referee.acceptance.engine;

import dev.referee.acceptance.account.Account;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiPredicate;

/**
 * An idempotency store in the place of an engine, for the rules of claims, which ask for little else.
 *
 * @param fixture the store
 */
public record IdempotencyEngine(IdempotencyFixture fixture) implements EngineFixture {

    private static final Map<Feature, String> UNSEEN =
            Map.of(Feature.CONNECTIONS, "Of this store nothing is seen but its answers.");

    private static final Map<Feature, String> ALONE = Map.of(
            Feature.CONNECTIONS, "Of this store nothing is seen but its answers.",
            Feature.JOINING, "The fixture does not say that this store takes part in transactions.");

    /** A node that has claims only: what an {@link TestStore.Opener} of such a store gives. */
    public static Node node(IdempotencyStore idempotency) {
        return new IdempotencyNode(idempotency, ALONE, (isolation, work) -> {
            throw claimsOnly();
        });
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
        return new IdempotencyTestStore(fixture.openEmpty(), new AtomicBoolean());
    }

    @Override
    public void close() {
        fixture.close();
    }

    private static UnsupportedOperationException claimsOnly() {
        return new UnsupportedOperationException("this store keeps claims and nothing else");
    }

    /** @param taken whether the store's first view was given to a node */
    private record IdempotencyTestStore(IdempotencyFixture.Store store, AtomicBoolean taken) implements TestStore {
        @Override
        public Node node(NodeOptions options) {
            return new IdempotencyNode(view(options), store.joins() ? UNSEEN : ALONE, store::inTransaction);
        }

        private IdempotencyStore view(NodeOptions options) {
            if (options.throughPort().isPresent()) {
                return store.throughPort(options.throughPort().getAsInt());
            }
            return taken.getAndSet(true) ? store.another() : store.idempotency();
        }

        @Override
        public void advanceClaims(Duration by) {
            store.advance(by);
        }

        @Override
        public boolean claimsStandStill() {
            return store.standsStill();
        }

        @Override
        public IdempotencyStore idempotencyUnderClock(Duration ahead) {
            return store.underClock(ahead);
        }

        @Override
        public Snapshot snapshot() {
            return Snapshot.of(Map.of());
        }

        @Override
        public int blockedSessions() {
            return store.blockedSessions();
        }

        @Override
        public InetSocketAddress address() {
            return store.address();
        }

        @Override
        public void reopen() {
            taken.set(false);
            store.reopen();
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

    /** @param missing what the fixture could give is not missing here: where it does not, it says so itself */
    private record IdempotencyNode(
            IdempotencyStore idempotency, Map<Feature, String> missing, BiPredicate<Isolation, Runnable> transactions)
            implements Node, Adapter {
        @Override
        public Adapter adapter() {
            return this;
        }

        @Override
        public Capabilities capabilities() {
            return new Capabilities("idempotency store", "", false, false, missing);
        }

        @Override
        public boolean inCallersTransaction(Isolation isolation, Runnable work) {
            return transactions.test(isolation, work);
        }

        @Override
        public LeaseStore leases() {
            throw claimsOnly();
        }

        @Override
        public UnitsOfWork unitsOfWork() {
            throw claimsOnly();
        }

        @Override
        public AuditTrail auditTrail() {
            throw claimsOnly();
        }

        @Override
        public AggregateStore<PermitCase> permitCases() {
            throw claimsOnly();
        }

        @Override
        public CaseIds caseIds() {
            throw claimsOnly();
        }

        @Override
        public CaseQueries caseQueries() {
            throw claimsOnly();
        }

        @Override
        public AggregateStore<Account> accounts() {
            throw claimsOnly();
        }

        @Override
        public void close() {
            // The fixture's store ends what it gave.
        }
    }
}
