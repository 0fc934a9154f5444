package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.account.GuardedRow;
import dev.referee.acceptance.crash.ChildJvm;
import dev.referee.acceptance.crash.LeaseHolderProcess;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.steps.Await;
import dev.referee.application.command.Command;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.LeaseLost;
import dev.referee.application.lock.Leases;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseHolder;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A lease that its holder does not have any more: who tells it, when, and what is done about a holder that was not told in time. */
public abstract class LeaseLossRules extends LeaseTools {

    /** For the timers of a busy machine; far less than a store that does not answer is waited for. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    private static final Duration TIME = Duration.ofMillis(1500);
    private static final Subject ROW = new Subject("row-1");

    @Test
    void LEASE_3_a_holder_that_is_late_is_refused_by_the_rows_own_update() {
        AggregateStore<GuardedRow> rows = guardedRows();
        Lease late = taken(leases(), LONG);
        assertTrue(LeaseHolderProcess.write(node(), ROW, late.fence(), 1));
        assertTrue(LeaseHolderProcess.write(node(), ROW, late.fence(), 2), "the same holder may write again");
        store().expireLease(NAME);
        Lease successor = taken(leases(), LONG);

        assertTrue(LeaseHolderProcess.write(node(), ROW, successor.fence(), 3));
        assertTrue(late.isHeld(), "the late holder was not told");
        assertFalse(LeaseHolderProcess.write(node(), ROW, late.fence(), 4), "a late holder wrote");

        assertEquals(new GuardedRow(ROW, new Revision(4), successor.fence().number(), 3), row(rows));
        assertTrue(LeaseHolderProcess.write(node(), ROW, successor.fence(), 5));
    }

    @ConcurrencyTest
    void LEASE_4_a_holder_whose_store_is_gone_is_told_at_the_deadline() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        Lease lease = kept(leasesOn(through(proxy)), TIME);
        proxy.refuseNewConnections(true);
        proxy.killAll();

        assertToldInTime(lease);
    }

    @ConcurrencyTest
    void LEASE_4_a_holder_whose_store_falls_silent_is_told_at_the_deadline() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        Lease lease = kept(leasesOn(through(proxy)), TIME);
        proxy.silence();
        try {
            assertToldInTime(lease);
        } finally {
            proxy.restore();
        }
    }

    @ConcurrencyTest
    void LEASE_4_a_holder_that_does_nothing_is_told_at_the_deadline() {
        Lease lease = taken(leases(), Duration.ofSeconds(1));
        lease.onLost(losses::note);

        assertToldInTime(lease);
    }

    private void assertToldInTime(Lease lease) {
        // The holder's clock and the store's run alike here.
        Duration remaining = lease.remaining();
        Instant deadline = Instant.now().plus(remaining);

        Instant told = losses.awaitTold();

        assertFalse(told.isAfter(deadline.plus(TOLERANCE)), () -> "due " + deadline + ", told " + told);
        assertLost(lease);
    }

    private void assertLost(Lease lease) {
        assertFalse(lease.isHeld());
        assertEquals(Duration.ZERO, lease.remaining());
        assertThrows(LeaseLost.class, lease::ensureHeld);
        assertFalse(lease.renew(LONG));
        assertFalse(lease.release());
        assertEquals(1, losses.told().size(), "told more than once");
        assertEquals(List.of(NAME), losses.lost());
    }

    @ConcurrencyTest
    void LEASE_4_a_holder_whose_renewal_is_refused_is_told_before_the_deadline() {
        Lease lease = kept(leases(), Duration.ofSeconds(6));
        Duration before = lease.remaining();
        Instant deadline = Instant.now().plus(before);
        store().expireLease(NAME);

        Instant told = losses.awaitTold();

        assertTrue(told.isBefore(deadline), () -> "due " + deadline + ", told " + told);
        assertLost(lease);
    }

    @ConcurrencyTest
    void LEASE_4_a_lease_is_kept_beyond_its_time_and_not_beyond_the_hard_maximum() {
        Duration maximum = TIME.multipliedBy(2);
        Leases leases = leases();
        Instant startedAt = Instant.now();
        Lease lease = taken(leases, TIME);
        lease.onLost(losses::note);
        lease.keepAlive(maximum);
        Instant first = holder().orElseThrow().deadline();
        Await.until(
                "it was renewed",
                () -> holder().map(LeaseHolder::deadline)
                        .filter(first::isBefore)
                        .isPresent());

        Instant told = losses.awaitTold();

        assertFalse(told.isAfter(startedAt.plus(maximum).plus(TOLERANCE)), () -> startedAt + ", told " + told);
        assertLost(lease);
        taken(leasesOn(newNode(NodeOptions.DEFAULT)), Await.BOUND, LONG);
    }

    private static void taken(Leases leases, Duration wait, Duration time) {
        assertTrue(leases.acquire(NAME, time, wait).isPresent(), "the store keeps it longer than its holder");
    }

    @ConcurrencyTest
    void LEASE_4_a_lease_is_kept_until_it_is_released_and_nobody_is_told() {
        // A process that stands still for two thirds of it has lost it, rightly.
        Duration time = Duration.ofSeconds(4);
        Lease lease = taken(leases(), time);
        lease.onLost(losses::note);
        lease.keepAlive(LONG);
        Instant first = holder().orElseThrow().deadline();
        Await.until(
                "it was renewed twice",
                () -> holder().map(LeaseHolder::deadline)
                        .filter(first.plus(time.dividedBy(2))::isBefore)
                        .isPresent());

        assertTrue(lease.release());

        assertEquals(Optional.empty(), holder());
        assertFalse(lease.isHeld());
        assertEquals(List.of(), losses.told());
        assertEquals(List.of(), losses.lost());
    }

    @Test
    void LEASE_4_who_asks_after_the_loss_is_told_at_once() {
        Lease lease = taken(leases(), Duration.ofSeconds(1));
        Await.until("it is lost", () -> !lease.isHeld());

        lease.onLost(losses::note);

        assertEquals(1, losses.told().size());
    }

    @Test
    void LEASE_4_the_end_of_the_leases_is_told_to_those_who_hold_some() {
        Leases leases = leases();
        Lease lease = taken(leases, LONG);
        lease.onLost(losses::note);

        leases.close();

        losses.awaitTold();
        assertLost(lease);
        assertThrows(IllegalStateException.class, () -> leases.tryAcquire(NAME, LONG));
    }

    @ConcurrencyTest
    void LEASE_4_after_a_pause_of_the_process_the_first_look_says_lost_and_its_write_is_refused() {
        durableStore();
        requires(Feature.DURABILITY, Feature.SEVERAL_PROCESSES);
        boolean guards = node().guardedRows().isPresent();
        if (guards) {
            guardedRows();
        }
        Entrance entrance = store().entrance();
        Duration time = Duration.ofSeconds(2);
        try (ChildJvm child = ChildJvm.running(
                LeaseHolderProcess.class,
                entrance.opener(),
                entrance.where(),
                NAME.value(),
                Long.toString(time.toMillis()),
                ROW.value())) {
            String held = child.awaitLine();
            assertTrue(held.startsWith(LeaseHolderProcess.HELD), held);
            child.pause();
            Lease successor = leases().acquire(NAME, LONG, Await.BOUND).orElseThrow();
            assertTrue(successor.fence().number() > Long.parseLong(held.substring(LeaseHolderProcess.HELD.length())));
            if (guards) {
                assertTrue(LeaseHolderProcess.write(node(), ROW, successor.fence(), 7));
            }

            child.resume();
            child.tell(LeaseHolderProcess.LOOK);
            child.awaitLine(LeaseHolderProcess.NO);
            child.tell(LeaseHolderProcess.LISTEN);
            child.awaitLine(LeaseHolderProcess.YES);
            if (guards) {
                child.tell(LeaseHolderProcess.WRITE);
                child.awaitLine(LeaseHolderProcess.NO);
                assertEquals(7, row(node().guardedRows().orElseThrow()).value());
            }
            assertTrue(successor.release(), "the late holder has taken it back");
        }
    }

    private Lease kept(Leases leases, Duration time) {
        Lease lease = taken(leases, time);
        lease.onLost(losses::note);
        lease.keepAlive(LONG);
        return lease;
    }

    private Node through(TcpProxy proxy) {
        return newNode(
                NodeOptions.DEFAULT.poolSize(2).poolTimeout(TIME.dividedBy(3)).throughPort(proxy.port()));
    }

    /** The rows of the first node, with one row in them; skips the test where the engine keeps no rows. */
    private AggregateStore<GuardedRow> guardedRows() {
        Optional<AggregateStore<GuardedRow>> rows = node().guardedRows();
        if (rows.isEmpty()) {
            requires(Feature.ROW_LOCKS);
        }
        OperationKey key = new OperationKey(AccountDesk.NAMESPACE, ROW, op("open-row"));
        CommandRequest request = CommandRequest.of(key, OWNER, new TypeName("row.open", 1));
        Json nothing = new Json("{}");
        engine().build()
                .execute(Command.opening(
                        request,
                        rows.orElseThrow(),
                        ROW,
                        (existing, at) -> Decision.accept(
                                new GuardedRow(ROW, Revision.FIRST, 0, 0),
                                new Event(new TypeName("row.opened", 1), nothing),
                                nothing)))
                .orElseThrow();
        return rows.orElseThrow();
    }

    private GuardedRow row(AggregateStore<GuardedRow> rows) {
        try (var unit = node().adapter().unitsOfWork().begin(Duration.ofSeconds(5))) {
            return unit.read(rows, ROW).orElseThrow();
        }
    }
}
