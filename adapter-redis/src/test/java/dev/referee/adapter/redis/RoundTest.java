package dev.referee.adapter.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told when there was no majority in time. */
class RoundTest {

    private static final QuorumSize THREE = new QuorumSize(3);

    private final RedisClient client = RedisClient.create();

    @AfterEach
    void shutDown() {
        client.shutdown(0, 5, TimeUnit.SECONDS);
    }

    @Test
    void a_yes_that_came_too_late_may_have_taken_effect() {
        StoreFailure late = round(Reply.YES, Reply.YES, Reply.YES).failureOfEffect(THREE);
        assertTrue(late.outcomeUnknown());
        assertEquals(FailureKind.CONNECTION_LOST, late.kind(), "worth to be repeated with the same token");

        assertTrue(round(Reply.YES, Reply.OUT, Reply.OUT).failureOfEffect(THREE).outcomeUnknown());
        assertFalse(round(Reply.NO, Reply.OUT, Reply.OUT).failureOfEffect(THREE).outcomeUnknown());
    }

    @Test
    void a_yes_to_what_lasts_only_with_a_majority_has_no_effect() {
        assertFalse(round(Reply.YES, Reply.OUT, Reply.OUT).failure(THREE).outcomeUnknown());
    }

    private Round round(long... codes) {
        List<Node> nodes = Stream.generate(() -> new Node(client, RedisURI.create("localhost", 1)))
                .limit(codes.length)
                .toList();
        AtomicInteger next = new AtomicInteger();
        return Round.ask(
                nodes,
                node -> CompletableFuture.completedFuture(new Reply(List.of(codes[next.getAndIncrement()], 0L))));
    }
}
