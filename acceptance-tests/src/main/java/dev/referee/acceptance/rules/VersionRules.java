package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.application.lock.Transactions;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Optimistic updates, guarded by a revision. */
public abstract class VersionRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WRITERS = 16;
    private static final int DEPOSITS = 5;

    @Test
    void OPT_1_an_update_with_a_stale_version_changes_nothing_and_says_so() {
        staleUpdatesAreTold(node());
    }

    @Test
    void OPT_1_holds_when_the_driver_counts_changed_rows() {
        staleUpdatesAreTold(newNode(NodeOptions.DEFAULT.wiring(Wiring.DEFAULT.countingChangedRows())));
    }

    private void staleUpdatesAreTold(Node on) {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Transactions rows = Transactions.over(on.adapter());
        Account seen = read(on, rows);

        assertTrue(update(on, rows, seen, new Account(ACCOUNT, seen.revision().next(), seen.cents())));
        assertFalse(writingNothing(() ->
                update(on, rows, seen, new Account(ACCOUNT, seen.revision().next(), 7))));
        assertFalse(writingNothing(() ->
                update(on, rows, seen, new Account(ACCOUNT, seen.revision().next(), seen.cents()))));
        Account present = read(on, rows);
        assertEquals(new Account(ACCOUNT, new Revision(2), 100), present);
        assertTrue(update(on, rows, present, new Account(ACCOUNT, new Revision(3), 7)));
        Account absent = new Account(new Subject("a-none"), Revision.FIRST, 1);
        assertFalse(writingNothing(() -> update(on, rows, absent, new Account(absent.id(), new Revision(2), 1))));
    }

    @ConcurrencyTest
    void OPT_1_of_two_that_saw_the_same_version_one_is_told_that_it_is_stale() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Transactions rows = Transactions.over(node().adapter());
        Account seen = read(node(), rows);

        List<Boolean> answers = crew().atOnce(
                        2,
                        i -> update(
                                node(),
                                rows,
                                seen,
                                new Account(ACCOUNT, seen.revision().next(), 200 + i)));

        assertEquals(1, answers.stream().filter(updated -> updated).count());
        assertEquals(answers.get(0) ? 200 : 201, read(node(), rows).cents());
    }

    @ConcurrencyTest
    void OPT_2_writers_that_read_again_and_retry_lose_no_update() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        Transactions rows = Transactions.over(node().adapter());

        crew().atOnce(WRITERS, i -> {
            for (int done = 0; done < DEPOSITS; ) {
                Account seen = read(node(), rows);
                if (update(
                        node(), rows, seen, new Account(ACCOUNT, seen.revision().next(), seen.cents() + 1))) {
                    done++;
                }
            }
            return i;
        });

        assertEquals(
                new Account(ACCOUNT, new Revision(1 + WRITERS * DEPOSITS), 100 + WRITERS * DEPOSITS),
                read(node(), rows));
    }

    private static Account read(Node on, Transactions rows) {
        return rows.run(LIMIT, r -> r.read(on.accounts(), ACCOUNT).orElseThrow());
    }

    private static boolean update(Node on, Transactions rows, Account before, Account next) {
        return rows.run(LIMIT, r -> r.update(on.accounts(), before, next));
    }
}
