package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.Isolation;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Holder;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The ends of locks on names. */
public abstract class AdvisoryEndRules extends Rules {

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final LockName ONE = new LockName("refund of order 17");
    private static final LockName OTHER = new LockName("refund of order 18");

    @ConcurrencyTest
    void ADV_3_a_name_is_held_until_the_commit_and_not_longer() {
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Node node = pooled();
        Stop commit = steps.stopAt(Step.COMMIT);
        Future<Boolean> holder = crew().start(() -> on(node).run(LIMIT, t -> t.lock(ONE, LIMIT)));
        commit.awaitReached();
        assertFalse(tries(other, ONE), "not committed yet");
        Future<Boolean> waiting = crew().start(() -> on(other).run(LIMIT, t -> t.lock(ONE, LIMIT)));
        awaitBlocked(waiting);
        commit.release();

        assertTrue(Crew.join(holder));
        assertTrue(Crew.join(waiting));
        assertTrue(tries(other, ONE));
    }

    @ConcurrencyTest
    void ADV_3_a_name_is_free_after_a_rollback_and_after_an_exception() {
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Node node = pooled();
        Holder holder = Holder.holding(crew(), node.adapter(), ONE);
        assertFalse(tries(other, ONE));
        holder.close();
        assertTrue(tries(other, ONE), "after a rollback");

        assertThrows(
                Unwanted.class,
                () -> on(node).run(LIMIT, t -> {
                    assertTrue(t.tryLock(ONE));
                    assertTrue(t.lock(OTHER, LIMIT));
                    throw new Unwanted();
                }));
        assertTrue(tries(other, ONE), "after an exception");
        assertTrue(tries(other, OTHER), "after an exception");
    }

    @ConcurrencyTest
    void ADV_3_no_name_stays_behind_after_a_wait_in_vain() {
        requires(Feature.ROW_LOCKS);
        Node other = newNode(NodeOptions.DEFAULT.poolSize(2));
        Node node = pooled();
        Holder holder = Holder.holding(crew(), other.adapter(), OTHER);
        assertThrows(
                StoreFailure.class,
                () -> on(node).run(LIMIT, t -> t.lock(ONE, LIMIT) && t.lock(OTHER, Duration.ofMillis(150))));
        assertTrue(tries(other, ONE), "what it held is free");
        holder.close();
        assertTrue(tries(other, OTHER), "what it waited for is free");
    }

    @ConcurrencyTest
    void ADV_3_a_name_is_free_when_the_session_of_its_holder_has_ended() {
        Node node = pooled();
        requires(node, Feature.CONNECTIONS);
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        Holder holder = Holder.holding(crew(), node.adapter(), ONE);
        Future<Boolean> waiting = crew().start(() -> on(other).run(LIMIT, t -> t.lock(ONE, LIMIT)));
        awaitBlocked(waiting);
        store().killIdleSessions();

        assertTrue(Crew.join(waiting));
        holder.close();
        assertTrue(tries(node, ONE), "the dead connection did not go back");
    }

    @Test
    void ADV_2_an_error_is_neither_taken_nor_busy() {
        Node node = pooled();
        requires(node, Feature.CONNECTIONS);
        try (UnitOfWork unit = node.adapter().unitsOfWork().begin(LIMIT)) {
            assertTrue(node.adapter().advisoryLocks().tryLock(unit, OTHER));
            store().killIdleSessions();
            StoreFailure failure = assertThrows(
                    StoreFailure.class, () -> node.adapter().advisoryLocks().tryLock(unit, ONE));
            assertEquals(FailureKind.CONNECTION_LOST, failure.kind());
        }
        assertTrue(tries(node, OTHER));
    }

    @ConcurrencyTest
    void ADV_3_a_pool_of_one_gives_its_connection_back_without_names_and_as_it_came() {
        Node node = pooled();
        requires(node, Feature.CONNECTIONS);
        List<String> settings = node.connectionSettings();
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        for (int i = 0; i < 5; i++) {
            assertTrue(tries(node, ONE));
            assertTrue(tries(other, ONE));
            assertEquals(settings, node.connectionSettings());
        }
    }

    @ConcurrencyTest
    void ADV_3_in_a_callers_transaction_a_name_is_held_until_that_has_ended() {
        Node node = pooled();
        requires(node, Feature.JOINING);
        Node other = newNode(NodeOptions.DEFAULT.poolSize(1));
        assertTrue(node.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            joined(node, ONE);
            joined(node, ONE);
            joined(node, OTHER);
            assertFalse(tries(other, ONE), "the caller has not committed");
        }));
        assertTrue(tries(other, ONE), "after the caller's commit");
        assertTrue(tries(other, OTHER), "after the caller's commit");

        assertThrows(
                Unwanted.class,
                () -> node.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
                    joined(node, ONE);
                    throw new Unwanted();
                }));
        assertTrue(tries(other, ONE), "after the caller's rollback");
    }

    @ConcurrencyTest
    void ADV_3_a_callers_transaction_that_waited_in_vain_leaves_no_name_behind() {
        requires(Feature.ROW_LOCKS);
        Node node = pooled();
        requires(node, Feature.JOINING);
        Node other = newNode(NodeOptions.DEFAULT.poolSize(2));
        Holder holder = Holder.holding(crew(), other.adapter(), OTHER);
        assertFalse(node.inCallersTransaction(Isolation.READ_COMMITTED, () -> {
            joined(node, ONE);
            try (UnitOfWork unit = node.adapter().unitsOfWork().join(LIMIT)) {
                assertFalse(node.adapter().advisoryLocks().lock(unit, OTHER, Duration.ofMillis(150)));
            }
        }));
        assertTrue(tries(other, ONE));
        holder.close();
        assertTrue(tries(other, OTHER));
    }

    private static void joined(Node node, LockName name) {
        try (UnitOfWork unit = node.adapter().unitsOfWork().join(LIMIT)) {
            assertTrue(node.adapter().advisoryLocks().tryLock(unit, name));
            unit.commit(List.of());
        }
    }

    /** A node with one connection, which whoever comes next is given again. */
    private Node pooled() {
        return newNode(NodeOptions.DEFAULT.steps(steps).poolSize(1));
    }

    private static Transactions on(Node node) {
        return Transactions.over(node.adapter());
    }

    private static boolean tries(Node node, LockName name) {
        return on(node).run(LIMIT, t -> t.tryLock(name));
    }

    private static final class Unwanted extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }
}
