package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;

/** Work that goes on after the store has failed it. */
public abstract class SwallowedFailureRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final LockWait LONG = LockWait.upTo(LIMIT);
    private static final Subject B = new Subject("b-1");

    @ConcurrencyTest
    void TX_3_nothing_is_committed_after_a_busy_row_was_passed_over() {
        requires(Feature.NO_WAIT, Feature.ROW_LOCKS);
        openBoth();
        Snapshot before = snapshot();
        Holder holder = Holder.holding(crew(), node().adapter(), node().accounts(), B);

        StoreFailure busy = assertThrows(
                StoreFailure.class,
                () -> rows().run(LIMIT, r -> {
                    deposit(r, ACCOUNT);
                    return r.lock(node().accounts(), B, LockWait.noWait());
                }),
                "a commit after a refused wait");
        assertEquals(FailureKind.CONTENTION, busy.kind());
        assertTrue(busy.isBusy());
        assertEquals(Phase.LOCK, busy.phase());

        holder.close();
        assertNothingWritten(before);
        assertApplied(accounts().withdraw(op("w"), OWNER, ACCOUNT, Revision.FIRST, 1));
    }

    @ConcurrencyTest
    void TX_3_nothing_is_committed_after_joined_work_has_failed_unseen() {
        requires(Feature.JOINING, Feature.NO_WAIT, Feature.ROW_LOCKS);
        openBoth();
        Snapshot before = snapshot();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Holder holder = Holder.holding(crew(), other.adapter(), other.accounts(), B);

        StoreFailure ofWork = assertThrows(
                StoreFailure.class,
                () -> rows().run(LIMIT, r -> {
                    deposit(r, ACCOUNT);
                    return unseen(() -> rows().joined().run(LIMIT, joined -> notLocked()));
                }));
        assertEquals(FailureKind.REJECTED, ofWork.kind());
        StoreFailure ofBusy = assertThrows(
                StoreFailure.class,
                () -> rows().run(LIMIT, r -> {
                    deposit(r, ACCOUNT);
                    return unseen(() ->
                            rows().joined().run(LIMIT, joined -> joined.lock(node().accounts(), B, LockWait.noWait())));
                }));
        assertTrue(ofBusy.isBusy());

        holder.close();
        assertNothingWritten(before);
    }

    private static boolean unseen(Runnable work) {
        assertThrows(RuntimeException.class, work::run);
        return true;
    }

    private void deposit(Transactions.Transaction rows, Subject id) {
        Account account = rows.lock(node().accounts(), id, LONG).fold(found -> found, this::notLocked, this::notLocked);
        rows.update(
                node().accounts(), account, new Account(id, account.revision().next(), account.cents() + 1));
    }

    private Account notLocked() {
        throw new IllegalStateException("the account could not be locked");
    }

    private Transactions rows() {
        return Transactions.over(node().adapter());
    }

    private void openBoth() {
        accounts().open(op("open-a"), OWNER, ACCOUNT, 100).orElseThrow();
        accounts().open(op("open-b"), OWNER, B, 100).orElseThrow();
    }
}
