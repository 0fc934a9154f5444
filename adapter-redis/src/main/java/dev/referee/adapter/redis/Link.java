package dev.referee.adapter.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection to one server that was looked at. Shared by all threads: commands on it are answered in order. Never waits. */
final class Link {

    private final StatefulRedisConnection<byte[], byte[]> connection;
    private final ServerFacts facts;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile ServerClock clock;
    private volatile long heardNanos;

    Link(StatefulRedisConnection<byte[], byte[]> connection, ServerFacts facts, ServerClock clock) {
        this.connection = connection;
        this.facts = facts;
        this.clock = clock;
        this.heardNanos = System.nanoTime();
    }

    ServerFacts facts() {
        return facts;
    }

    boolean isOpen() {
        return !closed.get() && connection.isOpen();
    }

    /** Whether the server said anything, whatever it was an answer to, since this moment. */
    boolean heardSince(long nanos) {
        return heardNanos - nanos > 0;
    }

    void close() {
        if (closed.compareAndSet(false, true)) {
            Waiting.forNobody(connection.closeAsync());
        }
    }

    /** Runs a script that may take effect until this moment of {@link System#nanoTime}, and no later. */
    CompletableFuture<Reply> run(Script script, List<byte[]> keys, List<byte[]> arguments, long deadlineNanos) {
        return attempt(script, keys, arguments, deadlineNanos).thenCompose(reply -> {
            if (reply.code() != Reply.LATE || System.nanoTime() - deadlineNanos > 0) {
                return CompletableFuture.completedFuture(inTime(reply));
            }
            // Nothing was done. The clocks have come apart since the last reply, and this one has put that right.
            return attempt(script, keys, arguments, deadlineNanos).thenApply(Link::inTime);
        });
    }

    private static Reply inTime(Reply reply) {
        if (reply.code() == Reply.LATE) {
            throw new CompletionException(new CameTooLate());
        }
        return reply;
    }

    private CompletableFuture<Reply> attempt(
            Script script, List<byte[]> keys, List<byte[]> arguments, long deadlineNanos) {
        byte[][] names = keys.toArray(new byte[0][]);
        byte[][] values = new byte[arguments.size() + 1][];
        values[0] = Keys.utf8(clock.latestAt(deadlineNanos));
        for (int i = 0; i < arguments.size(); i++) {
            values[i + 1] = arguments.get(i);
        }
        RedisAsyncCommands<byte[], byte[]> commands = connection.async();
        long asked = System.nanoTime();
        return commands.<List<Object>>evalsha(script.digest(), ScriptOutputType.MULTI, names, values)
                .toCompletableFuture()
                .exceptionallyCompose(failure -> isNoScript(failure)
                        ? commands.<List<Object>>eval(script.source(), ScriptOutputType.MULTI, names, values)
                                .toCompletableFuture()
                        : CompletableFuture.failedFuture(failure))
                .thenApply(parts -> {
                    Reply reply = new Reply(parts);
                    heardNanos = System.nanoTime();
                    clock = new ServerClock(reply.serverMicros(), asked);
                    return reply;
                });
    }

    /** The server has been restarted, or its scripts were flushed: it is told the text again. */
    private static boolean isNoScript(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof RedisNoScriptException;
    }

    /** The server's clock had passed the command's deadline when it came, so it did nothing. */
    static final class CameTooLate extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CameTooLate() {
            super("the command came too late and had no effect");
        }
    }
}
