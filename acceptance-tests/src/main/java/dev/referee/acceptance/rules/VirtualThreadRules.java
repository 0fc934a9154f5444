package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.VirtualThreads;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;

/** A thousand virtual threads and a pool of four. */
@Timeout(240)
public abstract class VirtualThreadRules extends Rules {

    private static final int THREADS = 1_000;
    private static final int NAMES = 10;
    private static final Duration LIMIT = Duration.ofSeconds(100);
    private static final NodeOptions POOL_OF_FOUR =
            NodeOptions.DEFAULT.poolSize(4).poolTimeout(LIMIT);

    @ConcurrencyTest
    void ROW_1_a_thousand_virtual_threads_compete_for_ten_rows_on_a_pool_of_four() {
        compete((tx, node, account) -> {
            Account locked = tx.lock(node.accounts(), account, LockWait.upTo(LIMIT))
                    .fold(found -> found, VirtualThreadRules::notLocked, VirtualThreadRules::notLocked);
            return tx.update(node.accounts(), locked, oneMore(locked));
        });
    }

    @ConcurrencyTest
    void ADV_1_a_thousand_virtual_threads_compete_for_ten_names_on_a_pool_of_four() {
        compete((tx, node, account) -> {
            boolean locked = tx.lock(new LockName("account/" + account), LIMIT);
            Account seen = tx.read(node.accounts(), account).orElseThrow();
            return locked && tx.update(node.accounts(), seen, oneMore(seen));
        });
    }

    private void compete(Work work) {
        VirtualThreads.require();
        Node node = newNode(POOL_OF_FOUR);
        List<Subject> names =
                IntStream.range(0, NAMES).mapToObj(i -> new Subject("a-" + i)).toList();
        names.forEach(id -> accounts().open(op("open-" + id), OWNER, id, 0).orElseThrow());
        // Classes are loaded and initialized by these, which keeps a carrier, once.
        VirtualThreads.run(NAMES, i -> round(node, names.get(i), work));

        List<String> pinned = VirtualThreads.run(THREADS, i -> round(node, names.get(i % NAMES), work));

        for (Subject name : names) {
            Account after = Transactions.over(node.adapter())
                    .run(LIMIT, tx -> tx.read(node.accounts(), name).orElseThrow());
            assertEquals(THREADS / NAMES + 1, after.cents());
        }
        if (VirtualThreads.canWaitInMonitors()) {
            assertEquals(List.of(), pinned, "waits that kept a carrier");
        }
    }

    private static Callable<Void> round(Node node, Subject account, Work work) {
        return () -> {
            boolean updated = Transactions.over(node.adapter()).run(LIMIT, tx -> work.in(tx, node, account));
            if (!updated) {
                throw new IllegalStateException("somebody else has written although the lock is held");
            }
            return null;
        };
    }

    private static Account oneMore(Account account) {
        return new Account(account.id(), account.revision().next(), account.cents() + 1);
    }

    private static Account notLocked() {
        throw new IllegalStateException("the row could not be locked");
    }

    private interface Work {
        boolean in(Transaction tx, Node node, Subject account);
    }
}
