package dev.referee.adapter.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * One server, and the connection to it: made when it is first needed, and anew after it was lost. Each question has its answer, or its
 * failure, by its deadline. Safe for many threads; none of them waits in here.
 */
final class Node {

    private final RedisClient client;
    private final RedisURI uri;
    private final ReentrantLock replacing = new ReentrantLock();
    private final ReentrantLock queueing = new ReentrantLock();
    private volatile CompletableFuture<Link> link =
            CompletableFuture.failedFuture(new IllegalStateException("never connected"));

    /** Ends when the question that came last was sent, or could not be. Guarded by {@link #queueing}. */
    private CompletableFuture<?> last = CompletableFuture.completedFuture(true);

    Node(RedisClient client, RedisURI uri) {
        this.client = client;
        this.uri = uri;
    }

    /** Where it is, without a password. */
    String address() {
        return uri.toString();
    }

    /**
     * Runs a script that may take effect until the deadline. Questions are sent in the order in which they were put, also those that wait for
     * a connection. Fails with {@link Trouble} only.
     */
    CompletableFuture<Reply> ask(Script script, List<byte[]> keys, List<byte[]> arguments, long deadlineNanos) {
        Question question = new Question(this, deadlineNanos);
        return inTurn(ready -> new Sent(question.sent(ready).run(script, keys, arguments, deadlineNanos)))
                .thenCompose(Sent::reply)
                .orTimeout(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS)
                .handle(question::answer);
    }

    /** A question that was sent, and will be answered. */
    private record Sent(CompletableFuture<Reply> reply) {}

    /** A future that ends runs what waits for it in the reverse order: so each waits for the one before. */
    private CompletableFuture<Sent> inTurn(Function<Link, Sent> send) {
        queueing.lock();
        try {
            CompletableFuture<Link> ready = link();
            CompletableFuture<Sent> sent = last.handle((before, failure) -> true)
                    .thenCompose(turn -> ready)
                    .thenApply(send);
            last = sent;
            return sent;
        } finally {
            queueing.unlock();
        }
    }

    /** The connection that is there, or one that is being made. */
    CompletableFuture<Link> link() {
        CompletableFuture<Link> old = link;
        if (isUsable(old)) {
            return old;
        }
        CompletableFuture<Link> fresh = new CompletableFuture<>();
        replacing.lock();
        try {
            old = link;
            if (isUsable(old)) {
                return old;
            }
            link = fresh;
        } finally {
            replacing.unlock();
        }
        closeWhenMade(old);
        connect(fresh);
        return fresh;
    }

    private static void closeWhenMade(CompletableFuture<Link> made) {
        Waiting.forNobody(made.thenAccept(Link::close));
    }

    private static boolean isUsable(CompletableFuture<Link> link) {
        return !link.isDone()
                || (!link.isCompletedExceptionally() && link.join().isOpen());
    }

    private void connect(CompletableFuture<Link> fresh) {
        CompletableFuture<StatefulRedisConnection<byte[], byte[]>> connecting;
        try {
            connecting = client.connectAsync(ByteArrayCodec.INSTANCE, uri).toCompletableFuture();
        } catch (RuntimeException e) {
            fresh.completeExceptionally(e);
            return;
        }
        Waiting.forNobody(connecting.thenCompose(Node::look).whenComplete((made, failure) -> {
            if (failure != null) {
                fresh.completeExceptionally(failure);
                Waiting.forNobody(connecting.thenCompose(StatefulRedisConnection::closeAsync));
            } else if (!fresh.complete(made)) {
                made.close();
            }
        }));
        Waiting.forNobody(fresh.orTimeout(Wires.CONNECT.toNanos(), TimeUnit.NANOSECONDS));
    }

    private static CompletableFuture<Link> look(StatefulRedisConnection<byte[], byte[]> connection) {
        long asked = System.nanoTime();
        return connection.async().info().toCompletableFuture().thenApply(info -> {
            ServerFacts facts = ServerFacts.of(info).checked();
            return new Link(connection, facts, new ServerClock(facts.micros(), asked));
        });
    }
}
