package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.steps.Await;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Each request of each call of the store is lost, and each reply: what is told is true, and nothing is left half done. */
public abstract class IdempotencyFaultRules extends IdempotencyTools {

    /** More requests than any call is made of. */
    private static final int MOST_REQUESTS = 100;

    @Test
    void CLAIM_1_a_claim_that_lost_a_request_or_a_reply_is_made_whole_or_not_at_all() {
        walk(
                key -> Token.random(),
                (store, key, none) -> store.claim(key, PAY, HOUR),
                (key, told) -> assertClaimed(key, told.answer()));
    }

    @Test
    void CLAIM_1_a_takeover_that_lost_a_request_or_a_reply_is_made_whole_or_not_at_all() {
        walk(
                key -> {
                    Token token = tokenOf(claims().claim(key, REFUND, HOUR));
                    assertTrue(claims().record(key, token, OTHER));
                    advance(LONG);
                    return token;
                },
                (store, key, before) -> store.claim(key, PAY, HOUR),
                (key, told) -> assertClaimed(key, told.answer()));
    }

    private void assertClaimed(IdempotencyKey key, Optional<ClaimAnswer> answer) {
        if (answer.isPresent()) {
            Token token = tokenOf(answer.get());
            assertPending(LONG, claims().claim(key, PAY, HOUR));
            assertTrue(claims().record(key, token, DONE), "the claim that was told");
            assertCompleted(DONE, claims().claim(key, PAY, HOUR));
            return;
        }
        ClaimAnswer next = claims().claim(key, PAY, HOUR);
        if (!(next instanceof ClaimAnswer.Acquired)) {
            assertPending(LONG, next);
            assertMismatch(claims().claim(key, REFUND, HOUR));
            advance(LONG);
            tokenOf(claims().claim(key, PAY, HOUR));
        }
    }

    @Test
    void CLAIM_1_a_claim_that_is_half_over_when_its_answer_comes_is_told_to_nobody() {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        IdempotencyStore through = newNode(NodeOptions.DEFAULT
                        .poolSize(1)
                        .poolTimeout(Duration.ofSeconds(30))
                        .throughPort(proxy.port()))
                .idempotency();
        proxy.delay(Duration.ofMillis(270));
        proxy.killAll();
        Await.until(
                "a slow connection is there",
                () -> answer(() -> through.release(KEY, Token.random())).isPresent());

        TimeToLive second = TimeToLive.of(TimeToLive.MIN);
        assertEquals(Optional.empty(), answer(() -> through.claim(KEY, PAY, second)), "half of it was over");

        advance(LONG);
        assertTrue(claims().record(KEY, tokenOf(through.claim(KEY, PAY, HOUR)), DONE), "slow, but long enough");
    }

    @Test
    void CLAIM_2_a_record_that_lost_a_request_or_a_reply_is_told_truly_and_may_be_repeated() {
        walk(
                key -> tokenOf(claims().claim(key, PAY, HOUR)),
                (store, key, token) -> store.record(key, token, DONE),
                (key, told) -> {
                    if (told.answer().isPresent()) {
                        assertEquals(Optional.of(true), told.answer());
                        assertCompleted(DONE, claims().claim(key, PAY, HOUR));
                    }
                    ClaimAnswer next = claims().claim(key, PAY, HOUR);
                    if (!next.equals(new ClaimAnswer.Completed(DONE))) {
                        assertPending(LONG, next);
                    }
                    assertTrue(claims().record(key, told.token(), DONE), "the repeat");
                    assertCompleted(DONE, claims().claim(key, PAY, HOUR));
                });
    }

    @Test
    void CLAIM_2_a_release_that_lost_a_request_or_a_reply_is_told_truly() {
        walk(
                key -> tokenOf(claims().claim(key, PAY, HOUR)),
                (store, key, token) -> store.release(key, token),
                (key, told) -> {
                    ClaimAnswer next = claims().claim(key, PAY, HOUR);
                    if (told.answer().isPresent()) {
                        assertEquals(Optional.of(true), told.answer());
                        tokenOf(next);
                    } else if (!(next instanceof ClaimAnswer.Acquired)) {
                        assertPending(LONG, next);
                        assertTrue(claims().release(key, told.token()), "the repeat");
                    }
                });
    }

    @Test
    void CLAIM_7_a_deletion_that_lost_a_request_or_a_reply_is_made_whole_or_not_at_all() {
        TimeToLive day = TimeToLive.of(Duration.ofDays(1));
        walk(
                key -> {
                    advance(Duration.ofDays(1));
                    claims().deleteExpired(IdempotencyStore.MOST_DELETED);
                    Token live = tokenOf(claims().claim(key, PAY, day));
                    for (int i = 0; i < 3; i++) {
                        tokenOf(claims().claim(key("over-" + i), PAY, HOUR));
                    }
                    advance(LONG);
                    return live;
                },
                (store, key, live) -> store.deleteExpired(10),
                (key, told) -> {
                    int rest = claims().deleteExpired(10);
                    assertTrue(rest == 0 || rest == 3, () -> "half of it was done: " + rest + " are left");
                    told.answer()
                            .ifPresent(deleted ->
                                    assertEquals(3, deleted + rest + late(3 - deleted - rest), "what was told"));
                    assertTrue(claims().record(key, told.token(), DONE), "a live claim was deleted");
                });
    }

    /** What the session of a lost connection has locked is passed over until the server has noticed. */
    private int late(int expected) {
        AtomicInteger deleted = new AtomicInteger();
        Await.until(
                "a lost session is gone",
                () -> deleted.addAndGet(expected > deleted.get() ? claims().deleteExpired(10) : 0) >= expected);
        return deleted.get();
    }

    private interface OnStore<A> {
        A call(IdempotencyStore store, IdempotencyKey key, Token token);
    }

    /**
     * What became of a call.
     *
     * @param answer empty if the store failed
     */
    private record Told<A>(Token token, Optional<A> answer) {}

    /** Makes a call under a new key, again and again, until each of its requests was lost once, and each reply. */
    private <A> void walk(
            Function<IdempotencyKey, Token> prepare, OnStore<A> call, BiConsumer<IdempotencyKey, Told<A>> check) {
        requires(Feature.NETWORK);
        TcpProxy proxy = proxy();
        IdempotencyStore through = newNode(NodeOptions.DEFAULT
                        .poolSize(2)
                        .poolTimeout(Duration.ofSeconds(5))
                        .throughPort(proxy.port()))
                .idempotency();
        lose("reply", TcpProxy::cutReplyToRequestAfter, proxy, through, prepare, call, check);
        lose("request", TcpProxy::cutRequestAfter, proxy, through, prepare, call, check);
    }

    private <A> void lose(
            String what,
            ObjIntConsumer<TcpProxy> loss,
            TcpProxy proxy,
            IdempotencyStore through,
            Function<IdempotencyKey, Token> prepare,
            OnStore<A> call,
            BiConsumer<IdempotencyKey, Told<A>> check) {
        boolean fired = true;
        for (int others = 0; fired; others++) {
            IdempotencyKey key = key("lost-" + what + "-" + others);
            Token token = prepare.apply(key);
            loss.accept(proxy, others);
            Optional<A> answer = answer(() -> call.call(through, key, token));
            fired = !proxy.isArmed();
            proxy.disarm();
            check.accept(key, new Told<>(token, answer));
            if (others > MOST_REQUESTS) {
                throw new AssertionFailedError("the call has no end");
            }
        }
    }

    private static <A> Optional<A> answer(Supplier<A> call) {
        try {
            return Optional.of(call.get());
        } catch (StoreFailure failed) {
            return Optional.empty();
        }
    }
}
