package dev.referee.adapter.inmemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Transactions;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What the store of maps refuses where a database would, and keeps apart. */
class GuardedInsertTest {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Transactions transactions = Transactions.over(InMemoryAdapter.create());

    @Test
    void a_row_without_a_key_or_a_guarded_value_is_refused_in_one_sentence() {
        var noValue = InMemoryGuardedInsert.<String>of(
                "member", row -> row, Map.of("email-taken", GuardedInsertTest::ofRowA));
        var noKey = InMemoryGuardedInsert.<String>of(
                "member", GuardedInsertTest::ofRowA, Map.of("email-taken", row -> row));

        assertTrue(refused(() -> transactions.run(LIMIT, t -> t.insertOrFind(noValue, "b")))
                .contains("email-taken of a row of member must not be null"));
        assertTrue(refused(() -> transactions.run(LIMIT, t -> t.insertOrFind(noKey, "b")))
                .contains("primary key of a row of member must not be null"));
        assertEquals(new InsertAnswer.Inserted<>(), transactions.run(LIMIT, t -> t.insertOrFind(noValue, "a")));
    }

    /** Null for any other row, as a user's own may be although its type says no. */
    @SuppressWarnings("NullAway")
    private static String ofRowA(String row) {
        return row.equals("a") ? "x" : null;
    }

    @Test
    void one_name_is_for_aggregates_or_for_guarded_inserts() {
        var guarded = InMemoryGuardedInsert.<String>of("counter", row -> row, Map.of("taken", row -> row));
        transactions.run(LIMIT, t -> t.insertOrFind(guarded, "three"));

        Subject three = new Subject("three");
        assertTrue(refused(() -> transactions.run(LIMIT, t -> t.read(Counter.STORE, three)))
                .contains("the name counter is used for guarded inserts already"));
    }

    @Test
    void a_guard_is_not_a_lock_on_a_name() {
        var guarded = InMemoryGuardedInsert.<String>of("advisory", row -> row, Map.of("lock", row -> row));
        transactions.run(LIMIT, t -> {
            assertEquals(new InsertAnswer.Inserted<>(), t.insertOrFind(guarded, "n"));
            return CompletableFuture.supplyAsync(
                            () -> transactions.run(LIMIT, other -> other.tryLock(new LockName("n"))))
                    .thenApply(taken -> {
                        assertTrue(taken);
                        return taken;
                    })
                    .join();
        });
    }

    private static String refused(Runnable work) {
        return String.valueOf(
                assertThrows(IllegalArgumentException.class, work::run).getMessage());
    }
}
