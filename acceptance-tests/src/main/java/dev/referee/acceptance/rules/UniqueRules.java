package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.InsertAnswer;
import dev.referee.application.lock.InsertAnswer.Found;
import dev.referee.application.lock.InsertAnswer.Inserted;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Inserts that a unique constraint settles. */
public abstract class UniqueRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int MANY = 16;
    private static final Member ADA = new Member("m-1", "ada@example.org", "ada");

    @ConcurrencyTest
    void UNIQUE_1_of_many_at_once_one_inserts_and_the_others_are_told_who_won_and_go_on() {
        Node wide = newNode(NodeOptions.DEFAULT.poolSize(MANY));
        Transactions transactions = Transactions.over(wide.adapter());

        List<InsertAnswer<Member>> answers = crew().atOnce(
                        MANY,
                        i -> transactions.run(LIMIT, t -> {
                            InsertAnswer<Member> answer =
                                    t.insertOrFind(wide.members(), new Member("m-" + i, "same", "h-" + i));
                            t.insert(wide.accounts(), new Account(new Subject("a-" + i), Revision.FIRST, i));
                            return answer;
                        }));

        List<Integer> winners = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            if (answers.get(i) instanceof Inserted) {
                winners.add(i);
            }
        }
        assertEquals(1, winners.size(), answers::toString);
        Member winner = new Member("m-" + winners.get(0), "same", "h-" + winners.get(0));
        answers.stream()
                .filter(Found.class::isInstance)
                .forEach(answer -> assertEquals(new Found<>(Member.EMAIL, winner), answer));
        assertEquals(1, snapshot().count("member"));
        assertEquals(MANY, snapshot().count("account"), "all went on and committed");
    }

    @ConcurrencyTest
    void UNIQUE_1_who_waited_for_an_inserter_is_told_that_it_won() {
        CountDownLatch inserted = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<InsertAnswer<Member>> first = crew().start(() -> insertAndHold(ADA, inserted, go, false));
        Crew.awaitAll(inserted);
        Future<InsertAnswer<Member>> second = crew().start(() -> insert(new Member("m-2", ADA.email(), "other")));
        awaitBlocked(second);
        go.countDown();

        assertEquals(new Inserted<>(), Crew.join(first));
        assertEquals(new Found<>(Member.EMAIL, ADA), Crew.join(second));
    }

    @ConcurrencyTest
    void UNIQUE_1_where_the_first_of_three_rolls_back_another_one_inserts() {
        CountDownLatch inserted = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Future<InsertAnswer<Member>> first = crew().start(() -> insertAndHold(ADA, inserted, go, true));
        Crew.awaitAll(inserted);
        List<Member> rivals = List.of(new Member("m-2", ADA.email(), "two"), new Member("m-3", ADA.email(), "three"));
        List<Future<String>> waiting = rivals.stream()
                .map(rival -> crew().start(() -> insertedOrWhy(rival)))
                .toList();
        awaitBlocked(waiting.toArray(Future<?>[]::new));
        go.countDown();

        assertThrows(Unwanted.class, () -> Crew.join(first));
        List<String> ends = new ArrayList<>(Crew.join(waiting));
        assertTrue(ends.remove("inserted"), ends::toString);
        String other = ends.get(0);
        boolean innoDb = Set.of("MySQL", "MariaDB")
                .contains(node().adapter().capabilities().engine());
        assertTrue(other.equals("found") || (innoDb && other.equals("CONTENTION")), other);
        assertEquals(1, snapshot().count("member"));
        Found<Member> again = (Found<Member>) insert(new Member("m-4", ADA.email(), "four"));
        assertTrue(rivals.contains(again.winner()), again::toString);
    }

    /** H2 finds no circle behind a unique index: there the time for the transaction ends it. */
    @ConcurrencyTest
    void UNIQUE_1_two_that_insert_each_others_values_meet_a_retryable_failure_and_not_a_hang() {
        requires(Feature.ROW_LOCKS);
        CyclicBarrier both = new CyclicBarrier(2);
        Duration limit = Duration.ofSeconds(3);
        // Never there before: behind a value that was deleted, InnoDB locks the gap, and the first two inserts would
        // meet.
        List<String> names =
                List.of(UUID.randomUUID().toString(), UUID.randomUUID().toString());
        long started = System.nanoTime();

        List<Optional<StoreFailure>> ends = crew().atOnce(2, i -> {
            try {
                transactions().run(limit, t -> {
                    String own = names.get(i);
                    t.insertOrFind(node().members(), new Member("m-" + own, own, "h-" + own));
                    Crew.awaitAll(both);
                    return t.insertOrFind(node().members(), new Member("n-" + own, names.get(1 - i), "k-" + own));
                });
                return Optional.empty();
            } catch (StoreFailure failure) {
                return Optional.of(failure);
            }
        });

        Duration took = Duration.ofNanos(System.nanoTime() - started);
        List<StoreFailure> failures = ends.stream().flatMap(Optional::stream).toList();
        assertFalse(failures.isEmpty());
        failures.forEach(failure -> assertEquals(FailureKind.CONTENTION, failure.kind()));
        assertTrue(took.compareTo(limit.plusSeconds(1)) <= 0, () -> "took " + took);
    }

    @Test
    void UNIQUE_2_the_answer_names_which_constraint_fired() {
        Member eve = new Member("m-2", "eve@example.org", "eve");
        assertEquals(new Inserted<>(), insert(ADA));
        assertEquals(new Inserted<>(), insert(eve));

        assertEquals(new Found<>(Member.EMAIL, ADA), insert(new Member("m-3", ADA.email(), "third")));
        assertEquals(new Found<>(Member.HANDLE, eve), insert(new Member("m-3", "third", eve.handle())));
        Found<Member> both = (Found<Member>) insert(new Member("m-3", ADA.email(), eve.handle()));
        assertEquals(
                both.guard().equals(Member.EMAIL) ? ADA : eve, both.winner(), "the guard and the row belong together");
        assertEquals(2, snapshot().count("member"));
    }

    @Test
    void UNIQUE_2_values_that_look_like_a_message_fool_nobody() {
        List<String> strange = List.of(
                "x' for key 'member_handle'",
                "x' for key 'member.member_handle",
                "\"PUBLIC.MEMBER_HANDLE INDEX PUBLIC.MEMBER_HANDLE_INDEX_1 ON PUBLIC.MEMBER(HANDLE)\"",
                "violates unique constraint \"member_handle\"",
                "a'b''c\"d",
                "member_handle");
        for (String email : strange) {
            Member first = new Member("id of " + email, email, "first " + email);
            assertEquals(new Inserted<>(), insert(first));
            assertEquals(new Found<>(Member.EMAIL, first), insert(new Member("other", email, "other")));
        }
    }

    @Test
    void UNIQUE_2_another_constraint_is_an_error_and_nothing_is_committed() {
        insert(ADA);
        assertRejected(new Member(ADA.id(), "other", "other"));
    }

    @Test
    void UNIQUE_2_a_missing_value_is_an_error_and_no_duplicate() {
        requires(Feature.SCHEMA);
        assertRejected(new Member("m-2", "other", ""));
    }

    private void assertRejected(Member member) {
        Snapshot before = snapshot();
        assertThrows(
                RuntimeException.class,
                () -> transactions().run(LIMIT, t -> {
                    t.insert(node().accounts(), new Account(ACCOUNT, Revision.FIRST, 1));
                    StoreFailure failure =
                            assertThrows(StoreFailure.class, () -> t.insertOrFind(node().members(), member));
                    assertEquals(FailureKind.REJECTED, failure.kind());
                    return failure;
                }),
                "swallowed, and committed");
        assertNothingWritten(before);
    }

    @Test
    void UNIQUE_2_an_insert_that_the_adapter_was_not_given_is_refused() {
        GuardedInsert<Member> unknown = () -> Set.of(Member.EMAIL);

        assertThrows(
                IllegalArgumentException.class, () -> transactions().run(LIMIT, t -> t.insertOrFind(unknown, ADA)));
    }

    @Test
    void UNIQUE_2_an_observer_is_told_the_guard() {
        insert(ADA);
        List<String> told = new CopyOnWriteArrayList<>();
        LockObserver observer = new LockObserver() {
            @Override
            public void duplicate(String guard) {
                told.add(guard);
            }
        };
        Member same = new Member("m-2", ADA.email(), "other");
        transactions().observedBy(observer).run(LIMIT, t -> t.insertOrFind(node().members(), same));

        assertEquals(List.of(Member.EMAIL), told);
    }

    @ConcurrencyTest
    void UNIQUE_3_a_winner_that_is_gone_again_is_not_taken_for_a_win() {
        // Where one lock is the whole database's, nobody can delete the winner before the loser has ended.
        requires(Feature.CONNECTIONS, Feature.ROW_LOCKS);
        insert(ADA);
        Member next = new Member("m-2", ADA.email(), "other");
        List<Future<?>> deletions = new CopyOnWriteArrayList<>();
        steps.order(Step.FACTS, () -> {
            Future<?> deletion = crew().start(() -> {
                store().deleteMember(ADA.email());
                return true;
            });
            deletions.add(deletion);
            Await.until("it is deleted, or waits", () -> deletion.isDone() || store().blockedSessions() == 1);
        });

        InsertAnswer<Member> answer = insert(next);

        Crew.join(deletions.get(0));
        if (answer instanceof Found<Member> found) {
            assertEquals(ADA, found.winner(), "it could not be deleted before");
            assertEquals(0, snapshot().count("member"));
        } else {
            assertEquals(1, snapshot().count("member"), "it was inserted in fact");
            assertEquals(new Found<>(Member.EMAIL, next), insert(ADA));
        }
    }

    private Transactions transactions() {
        return Transactions.over(node().adapter());
    }

    private InsertAnswer<Member> insert(Member member) {
        return transactions().run(LIMIT, t -> t.insertOrFind(node().members(), member));
    }

    private String insertedOrWhy(Member member) {
        try {
            return insert(member).fold(() -> "inserted", (guard, winner) -> "found");
        } catch (StoreFailure failure) {
            return failure.kind().toString();
        }
    }

    private InsertAnswer<Member> insertAndHold(
            Member member, CountDownLatch inserted, CountDownLatch go, boolean thenFail) {
        return transactions().run(LIMIT, t -> {
            InsertAnswer<Member> answer = t.insertOrFind(node().members(), member);
            inserted.countDown();
            Crew.awaitAll(go);
            if (thenFail) {
                throw new Unwanted();
            }
            return answer;
        });
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
