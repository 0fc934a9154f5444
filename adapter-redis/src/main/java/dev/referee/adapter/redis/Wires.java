package dev.referee.adapter.redis;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;

/**
 * A store's own client beside its caller's: it shares the threads and the caller's options, but sends each command once at most. A command
 * that was under way when the connection broke is told as a failure; whether to repeat it is for the store to say.
 */
final class Wires implements AutoCloseable {

    /** A connection that takes longer than one call may wait is still there for the next. */
    static final Duration CONNECT = Duration.ofSeconds(5);

    private static final Duration MIN_TIMEOUT = Duration.ofMillis(10);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

    private final RedisClient client;

    Wires(RedisClient callers) {
        this.client = RedisClient.create(callers.getResources());
        ClientOptions options = callers.getOptions();
        client.setOptions(options.mutate()
                .autoReconnect(false)
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .socketOptions(options.getSocketOptions()
                        .mutate()
                        .connectTimeout(CONNECT)
                        .build())
                .build());
    }

    static Duration checkedTimeout(Duration timeout) {
        if (timeout.compareTo(MIN_TIMEOUT) < 0 || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw new IllegalArgumentException("timeout must be 10 ms to 1 min, but is " + timeout);
        }
        return timeout;
    }

    Node node(RedisURI uri) {
        RedisURI own = RedisURI.builder(uri).withTimeout(CONNECT).build();
        return new Node(client, own);
    }

    @Override
    public void close() {
        Waiting.forNobody(client.shutdownAsync());
    }
}
