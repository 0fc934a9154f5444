package dev.referee.acceptance.inmemory;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.GuardedRow;
import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.HookMissing;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.adapter.inmemory.InMemoryGuardedInsert;
import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Feature;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** The adapter without a database. All nodes of a store share one adapter; each listens to the steps of its own threads' units. */
public final class InMemoryFixture implements EngineFixture {

    static final GuardedInsert<Member> MEMBERS = InMemoryGuardedInsert.of(
            "member", Member::id, Map.of(Member.EMAIL, Member::email, Member.HANDLE, Member::handle));

    private static final AggregateStore<Account> ACCOUNTS =
            InMemoryAggregate.of("account", Account::id, Account::revision);

    static final AggregateStore<GuardedRow> GUARDED_ROWS = InMemoryAggregate.of(
                    "guarded_row", GuardedRow::id, GuardedRow::revision)
            .guardedBy((stored, next) -> stored.fence() <= next.fence());

    @Override
    public String name() {
        return "in-memory";
    }

    @Override
    public String start() {
        return InMemoryAdapter.create().capabilities().version();
    }

    @Override
    public TestStore openEmpty() {
        return new Store();
    }

    @Override
    public void close() {
        // Nothing was started.
    }

    private static final class Store implements TestStore {

        private final ThreadLocal<StepListener> listener = ThreadLocal.withInitial(() -> StepListener.NONE);
        private final InMemoryAdapter shared =
                InMemoryAdapter.create(step -> listener.get().before(step), this::now);
        private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        private final AtomicReference<Instant> claimsNow = new AtomicReference<>(Instant.now());
        private final IdempotencyStore idempotency = InMemoryIdempotencyStore.create(claimsNow::get);

        private Instant now() {
            return Instant.now().plus(ahead.get());
        }

        @Override
        public void expireClaims() {
            ahead.updateAndGet(before -> before.plus(LeaseTime.MAX).plusSeconds(1));
        }

        @Override
        public Node node(NodeOptions options) {
            return new InMemoryNode(
                    shared, ACCOUNTS, new ListeningUnits(shared.unitsOfWork(), listener, options.steps()), idempotency);
        }

        @Override
        public void advanceClaims(Duration by) {
            claimsNow.updateAndGet(now -> now.plus(by));
        }

        @Override
        public boolean claimsStandStill() {
            return true;
        }

        @Override
        public Snapshot snapshot() {
            return new Snapshot(shared.snapshot().tables());
        }

        @Override
        public int blockedSessions() {
            return shared.waitingUnits();
        }

        /** Sets the store's clock to the end of the lease. */
        @Override
        public void expireLease(LockName name) {
            Instant deadline = shared.leases().holders(10_000).stream()
                    .filter(holder -> holder.name().equals(name))
                    .findFirst()
                    .orElseThrow()
                    .deadline();
            ahead.set(Duration.between(Instant.now(), deadline));
        }

        @Override
        public List<FeeLine> feeLines(CaseId id) {
            return shared.feeLines(id);
        }

        @Override
        public RawSession rawSession() {
            return new UnitSession(shared.unitsOfWork().begin(Duration.ofMinutes(1)));
        }

        @Override
        public void close() {
            // Left to the garbage collector.
        }
    }

    private record ListeningUnits(UnitsOfWork units, ThreadLocal<StepListener> slot, StepListener listener)
            implements UnitsOfWork {
        @Override
        public UnitOfWork begin(Duration limit) {
            slot.set(listener);
            return units.begin(limit);
        }

        @Override
        public UnitOfWork join(Duration limit) {
            return units.join(limit);
        }
    }

    /** Another program's transaction is another unit of work here. */
    private record UnitSession(UnitOfWork unit) implements RawSession {
        @Override
        public void lockAccount(Subject account) {
            locked(account);
        }

        private Account locked(Subject account) {
            return unit.lock(ACCOUNTS, account, LockWait.upTo(Duration.ofMinutes(1)), Set.of())
                    .answer()
                    .fold(found -> found, this::notLocked, this::notLocked);
        }

        private Account notLocked() {
            throw new IllegalStateException("the account could not be locked");
        }

        @Override
        public void deposit(Subject account, long cents) {
            Account before = locked(account);
            unit.update(ACCOUNTS, before, new Account(account, before.revision().next(), before.cents() + cents));
        }

        @Override
        public void insertFee(CaseId parent, int number, long cents) {
            throw new HookMissing(Feature.FOREIGN_KEYS);
        }

        @Override
        public void preferToSurvive() {
            // Whoever closes the circle is the victim, always.
        }

        @Override
        public void commit() {
            unit.commit(List.of());
        }

        @Override
        public void kill() {
            unit.close();
        }

        @Override
        public void close() {
            unit.close();
        }
    }
}
