package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.TransactionAlreadyActive;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What the idempotency store does on a real server, beside what the acceptance suite asks. */
public abstract class IdempotencyContract extends ClaimBench {

    protected IdempotencyContract(Database database) {
        super(database);
    }

    @Test
    void CLAIM_1_a_key_is_acquired_once_and_answers_pending_completed_or_mismatch() {
        Token token = acquire(KEY);

        ClaimAnswer.Pending pending = assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
        assertTrue(
                pending.left().compareTo(TIME.value()) <= 0 && !pending.left().isNegative(), pending.toString());
        assertEquals(new ClaimAnswer.Mismatch(), store.claim(KEY, OTHER_ACTION, TIME));

        assertTrue(store.record(KEY, token, RESULT));
        assertTrue(store.record(KEY, token, RESULT), "repeated");
        assertFalse(store.record(KEY, token, ActionResult.NULL), "another result");
        assertFalse(store.release(KEY, token), "it has a result");
        assertEquals(new ClaimAnswer.Completed(RESULT), store.claim(KEY, ACTION, TIME));
        assertEquals(new ClaimAnswer.Mismatch(), store.claim(KEY, OTHER_ACTION, TIME));
    }

    @Test
    void CLAIM_2_a_late_owner_changes_nothing_of_its_successor() {
        Token late = acquire(KEY);
        letExpire();
        assertFalse(store.record(KEY, late, RESULT), "expired, and nobody has come");
        assertFalse(store.release(KEY, late), "expired, and nobody has come");

        Token successor = acquire(KEY);
        assertNotEquals(late, successor);
        assertFalse(store.record(KEY, late, RESULT));
        assertFalse(store.release(KEY, late));
        assertTrue(store.record(KEY, successor, ActionResult.NULL));
        assertEquals(new ClaimAnswer.Completed(ActionResult.NULL), store.claim(KEY, ACTION, TIME));
    }

    @Test
    void CLAIM_4_an_expired_key_is_new_without_its_result_and_whatever_its_digest() {
        store.record(KEY, acquire(KEY), RESULT);
        letExpire();
        assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(KEY, OTHER_ACTION, TIME));
        assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, OTHER_ACTION, TIME));
        assertEquals(new ClaimAnswer.Mismatch(), store.claim(KEY, ACTION, TIME));
    }

    @Test
    void CLAIM_1_a_released_key_is_new() {
        Token token = acquire(KEY);
        assertFalse(store.release(KEY, Token.random()));
        assertTrue(store.release(KEY, token));
        assertFalse(store.release(KEY, token));
        assertFalse(store.record(KEY, token, RESULT));
        acquire(KEY);
    }

    @Test
    void CLAIM_1_keys_are_told_apart_byte_for_byte() {
        List.of("k", "K", "k-", "k.", "kk", "k%", "k'\"\\", "~".repeat(200)).forEach(key -> {
            acquire(IdempotencyKey.of("a", key));
            acquire(IdempotencyKey.of("a.b", key));
        });
    }

    @Test
    void CLAIM_1_of_many_one_acquires_a_new_key_and_an_expired_one() throws Exception {
        for (int round = 0; round < 5; round++) {
            assertEquals(1, winnersAmong(8), "round " + round);
            letExpire();
        }
    }

    private long winnersAmong(int claimers) throws Exception {
        CyclicBarrier start = new CyclicBarrier(claimers);
        List<CompletableFuture<ClaimAnswer>> answers = IntStream.range(0, claimers)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> {
                            await(start);
                            return store.claim(KEY, ACTION, TIME);
                        },
                        threads))
                .toList();
        int winners = 0;
        for (CompletableFuture<ClaimAnswer> answer : answers) {
            winners += answer.get() instanceof ClaimAnswer.Acquired ? 1 : 0;
        }
        return winners;
    }

    @Test
    void CLAIM_5_a_result_of_one_mebibyte_is_given_back_byte_for_byte() {
        String wide = "\ud83d\ude00\u00e9 \\\\ ' ";
        int length = wide.getBytes(StandardCharsets.UTF_8).length;
        String text = wide.repeat((ActionResult.MAX_BYTES - 2) / length);
        String json = '"'
                + text
                + "x".repeat(ActionResult.MAX_BYTES - 2 - text.getBytes(StandardCharsets.UTF_8).length)
                + '"';
        for (ActionResult result : List.of(
                ActionResult.ofJson(json),
                ActionResult.ofJson('"' + "y".repeat(ActionResult.MAX_BYTES - 2) + '"'),
                ActionResult.ofJson(" {\"z\":1, \"a\":\"\\u0041\"} "),
                ActionResult.ofJson("false"))) {
            Token token = acquire(KEY);
            assertTrue(store.record(KEY, token, result));
            assertTrue(store.record(KEY, token, result), "repeated");
            assertEquals(new ClaimAnswer.Completed(result), store.claim(KEY, ACTION, TIME));
            letExpire();
        }
    }

    @Test
    void CLAIM_7_what_has_expired_is_deleted_in_batches_and_nothing_else() {
        for (int i = 0; i < 300; i++) {
            acquire(IdempotencyKey.of(i % 2 == 0 ? "even" : "odd", "key-" + i));
        }
        letExpire();
        Token live = acquire(KEY);
        Token again = acquire(IdempotencyKey.of("even", "key-0"));

        assertEquals(1, store.deleteExpired(1));
        assertEquals(200, store.deleteExpired(200));
        assertEquals(98, store.deleteExpired(200));
        assertEquals(0, store.deleteExpired(10_000));
        assertTrue(store.record(KEY, live, RESULT));
        assertTrue(store.record(IdempotencyKey.of("even", "key-0"), again, RESULT));
        assertThrows(IllegalArgumentException.class, () -> store.deleteExpired(0));
        assertThrows(IllegalArgumentException.class, () -> store.deleteExpired(10_001));
    }

    @Test
    void a_transaction_of_the_thread_is_refused_with_the_ways_out() {
        Token token = Token.random();
        readCommitted().executeWithoutResult(status -> {
            for (Runnable call : List.<Runnable>of(
                    () -> store.claim(KEY, ACTION, TIME),
                    () -> store.record(KEY, token, RESULT),
                    () -> store.release(KEY, token),
                    () -> store.deleteExpired(1))) {
                String told =
                        assertThrows(TransactionAlreadyActive.class, call::run).toString();
                assertTrue(told.contains("claim before"), told);
                assertTrue(told.contains("a pool of its own"), told);
                assertTrue(told.contains("joined()"), told);
            }
        });
        acquire(KEY);
    }

    @Test
    void a_joined_claim_is_its_callers_with_commit_and_with_rollback() {
        TransactionTemplate callers = readCommitted();
        callers.executeWithoutResult(status -> {
            assertInstanceOf(ClaimAnswer.Acquired.class, store.joined().claim(KEY, ACTION, TIME));
            status.setRollbackOnly();
        });
        callers.executeWithoutResult(status -> {
            ClaimAnswer.Acquired acquired =
                    assertInstanceOf(ClaimAnswer.Acquired.class, store.joined().claim(KEY, ACTION, TIME));
            assertInstanceOf(ClaimAnswer.Pending.class, store.joined().claim(KEY, ACTION, TIME));
            assertTrue(store.joined().record(KEY, acquired.token(), RESULT));
            assertFalse(store.joined().release(KEY, acquired.token()));
            assertEquals(0, store.joined().deleteExpired(10));
        });
        assertEquals(new ClaimAnswer.Completed(RESULT), store.claim(KEY, ACTION, TIME));
    }

    @Test
    void a_transaction_that_has_been_committed_is_not_joined_but_one_that_its_callback_begins() {
        for (boolean joinedBefore : List.of(false, true)) {
            List<Object> told = new ArrayList<>();
            readCommitted().executeWithoutResult(status -> {
                if (joinedBefore) {
                    assertFalse(store.joined().release(KEY, Token.random()));
                }
                TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                    @Override
                    public void afterCommit() {
                        told.add(assertThrows(
                                IllegalStateException.class,
                                () -> store.joined().claim(KEY, ACTION, TIME)));
                        TransactionTemplate another = readCommitted();
                        another.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
                        told.add(Objects.requireNonNull(
                                another.execute(inner -> store.joined().claim(KEY, ACTION, TIME))));
                    }
                });
            });
            assertTrue(told.get(0).toString().contains("has been committed"), told.toString());
            assertInstanceOf(ClaimAnswer.Acquired.class, told.get(1));
            assertInstanceOf(ClaimAnswer.Pending.class, store.claim(KEY, ACTION, TIME));
            letExpire();
        }
    }

    @Test
    void only_a_read_committed_transaction_is_joined() {
        assertThrows(IllegalStateException.class, () -> store.joined().claim(KEY, ACTION, TIME));
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(pool));
        callers.setIsolationLevel(Connection.TRANSACTION_SERIALIZABLE);
        callers.executeWithoutResult(status ->
                assertThrows(IllegalStateException.class, () -> store.joined().claim(KEY, ACTION, TIME)));
    }

    @Test
    void TX_2_a_transaction_is_seen_through_the_proxies_of_a_data_source() {
        for (DataSource proxy : List.of(
                new LazyConnectionDataSourceProxy(pool),
                new TransactionAwareDataSourceProxy(pool),
                new DelegatingDataSource(new LazyConnectionDataSourceProxy(pool)))) {
            JdbcIdempotencyStore behind = database.idempotencyStore(proxy).open();
            readCommitted(pool)
                    .executeWithoutResult(status -> assertThrows(
                            TransactionAlreadyActive.class, () -> behind.claim(KEY, ACTION, TIME), proxy::toString));
            if (!(proxy instanceof TransactionAwareDataSourceProxy)) {
                readCommitted(proxy)
                        .executeWithoutResult(status -> assertThrows(
                                TransactionAlreadyActive.class, () -> store.claim(KEY, ACTION, TIME), proxy::toString));
            }
        }
        acquire(KEY);
    }
}
