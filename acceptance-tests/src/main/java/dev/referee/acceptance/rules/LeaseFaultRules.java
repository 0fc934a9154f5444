package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Feature;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.TransactionAlreadyActive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Leases on a network that loses requests and replies, and beside transactions. */
public abstract class LeaseFaultRules extends LeaseTools {

    /** More requests than any call is made of. */
    private static final int MOST_REQUESTS = 100;

    /** What becomes of one exchange. */
    private enum Loss {
        REPLY,
        REQUEST;

        void orderOn(TcpProxy proxy, int others) {
            if (this == REPLY) {
                proxy.cutReplyToRequestAfter(others);
            } else {
                proxy.cutRequestAfter(others);
            }
        }
    }

    @Test
    void LEASE_6_release_repeated_is_harmless() {
        Token token = Token.random();
        fenceOf(token);
        assertTrue(leaseStore().release(NAME, token));

        writingNothing(() -> {
            assertFalse(leaseStore().release(NAME, token));
            return true;
        });

        long successor = fenceOf(Token.random());
        assertFalse(leaseStore().release(NAME, token));
        assertEquals(successor, holder().orElseThrow().fence().number());
    }

    @Test
    void LEASE_6_a_handle_that_is_released_again_gives_the_answer_again() {
        Leases leases = leases();
        Lease lease = taken(leases, LONG);
        assertTrue(lease.release());
        taken(leases, LONG);

        assertTrue(lease.release());
        lease.close();

        assertTrue(holder().isPresent(), "the successor keeps it");
        assertEquals(List.of(), losses.lost());
    }

    @Test
    void LEASE_6_an_acquisition_that_lost_a_reply_gives_one_lease() {
        requires(Feature.NETWORK);
        List<Lease> taken = new ArrayList<>();
        walk(leases -> () -> taken.add(taken(leases, LONG)), () -> {
            Lease lease = taken.remove(taken.size() - 1);
            assertEquals(Optional.of(lease.fence()), holder().map(each -> each.fence()));
            assertTrue(lease.release());
            return holder().isEmpty();
        });
    }

    @Test
    void LEASE_6_a_renewal_that_lost_a_reply_is_made() {
        requires(Feature.NETWORK);
        List<Lease> taken = new ArrayList<>();
        walk(
                leases -> {
                    Lease lease = taken(leases, Duration.ofMinutes(1));
                    taken.add(lease);
                    return () -> lease.renew(LONG);
                },
                () -> {
                    Lease lease = taken.remove(taken.size() - 1);
                    return lease.remaining().compareTo(Duration.ofMinutes(1)) > 0 && lease.release();
                });
    }

    @Test
    void LEASE_6_a_release_that_lost_a_reply_is_made_and_told() {
        requires(Feature.NETWORK);
        walk(
                leases -> {
                    Lease lease = taken(leases, LONG);
                    return lease::release;
                },
                () -> holder().isEmpty());
        assertEquals(List.of(), losses.lost());
    }

    /**
     * Makes a call once for each of its requests, which is lost, or its reply; the call must say yes all the same.
     *
     * @param prepare makes ready, and gives the call
     * @param check whether the call has had its effect
     */
    private void walk(Function<Leases, BooleanSupplier> prepare, BooleanSupplier check) {
        TcpProxy proxy = proxy();
        Leases leases = leasesOn(newNode(NodeOptions.DEFAULT
                .poolSize(2)
                .poolTimeout(Duration.ofSeconds(5))
                .throughPort(proxy.port())));
        for (Loss loss : Loss.values()) {
            boolean fired = true;
            for (int others = 0; fired; others++) {
                String which = loss + " " + others;
                BooleanSupplier call = prepare.apply(leases);
                loss.orderOn(proxy, others);
                assertTrue(call, which);
                fired = !proxy.isArmed();
                proxy.disarm();
                assertTrue(check, which);
                if (others > MOST_REQUESTS) {
                    throw new AssertionFailedError("the call has no end");
                }
            }
        }
    }

    @Test
    void TX_2_a_lease_is_not_asked_for_in_a_transaction_on_the_same_store() {
        requires(Feature.JOINING);
        Node one = newNode(NodeOptions.DEFAULT.poolSize(1));
        refusedIn(one, work -> one.inCallersTransaction(Isolation.READ_COMMITTED, work));
    }

    @Test
    void TX_4_a_lease_is_not_asked_for_beside_a_transaction_of_a_pool_of_one() {
        if (node().guardedRows().isEmpty()) {
            requires(Feature.ROW_LOCKS);
        }
        Node one = newNode(NodeOptions.DEFAULT.poolSize(1));
        refusedIn(one, work -> {
            try (var unit = one.adapter().unitsOfWork().begin(Duration.ofSeconds(5))) {
                work.run();
                unit.commit(List.of());
            }
        });
    }

    private void refusedIn(Node node, Consumer<Runnable> transaction) {
        Leases leases = leasesOn(node);
        LeaseStore store = node.adapter().leases();
        Lease held = taken(leases, LONG);

        transaction.accept(() -> {
            assertThrows(TransactionAlreadyActive.class, () -> leases.tryAcquire(new LockName("other"), LONG));
            assertThrows(TransactionAlreadyActive.class, () -> held.renew(LONG));
            assertThrows(TransactionAlreadyActive.class, () -> store.release(NAME, Token.random()));
            assertThrows(TransactionAlreadyActive.class, () -> leases.holders(1));
        });

        assertTrue(held.renew(LONG), "the lease was not touched");
        assertTrue(held.release());
    }
}
