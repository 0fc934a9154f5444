package dev.referee.adapter.redis;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.StoreFailure;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import java.time.Duration;
import java.util.List;

/**
 * Leases on one Redis server (6.2 or newer), or on the primary that Sentinel names. Each step is one script, by the server's clock, and takes
 * effect before its time-out or never, however late it arrives.
 *
 * <p>A server that loses its data loses its leases: two holders can then believe in the same one, and only the fence tells them apart. Fence
 * numbers go on rising even then, because each is at least the server's time in microseconds; one can fall back only if the counter is lost
 * <em>and</em> the clock that answers next is behind the one before.
 *
 * <p>Safe for many threads, virtual ones included. Every call ends within the time-out; {@link StoreFailure} says whether it may have taken
 * effect. Redis Cluster is not supported.
 */
public final class RedisLeaseStore implements LeaseStore, AutoCloseable {

    private final Wires wires;
    private final Node node;
    private final Keys keys;
    private final long timeoutNanos;
    private final Capabilities capabilities;

    private RedisLeaseStore(Builder builder) {
        this.wires = new Wires(builder.client);
        this.node = wires.node(builder.uri);
        this.keys = new Keys(builder.prefix);
        this.timeoutNanos = builder.timeout.toNanos();
        try {
            this.capabilities = Abilities.ofOne(Opening.first(node));
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Begins a store on a server.
     *
     * @param client whose threads and options are shared; it stays the caller's
     * @param uri the server, or Sentinels and the primary's name, with its credentials and whether TLS is spoken
     */
    public static Builder on(RedisClient client, RedisURI uri) {
        return new Builder(client, uri);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
        Reply reply = ask(
                Script.ACQUIRE,
                List.of(keys.lease(name), keys.fence(name), keys.held()),
                List.of(
                        Keys.utf8(name.value()),
                        Keys.utf8(token.value()),
                        Keys.utf8(LeaseHolder.checkLabel(holder)),
                        Keys.utf8(time.micros())));
        return reply.code() == Reply.YES
                ? new LeaseAnswer.Granted(new Fence(reply.number(2)))
                : new LeaseAnswer.Held(Held.left(reply.number(2)));
    }

    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        return ask(
                                Script.RENEW,
                                List.of(keys.lease(name), keys.held()),
                                List.of(Keys.utf8(name.value()), Keys.utf8(token.value()), Keys.utf8(time.micros())))
                        .code()
                == Reply.YES;
    }

    @Override
    public boolean release(LockName name, Token token) {
        return ask(
                                Script.RELEASE,
                                List.of(keys.lease(name), keys.held()),
                                List.of(Keys.utf8(name.value()), Keys.utf8(token.value()), Keys.utf8(0)))
                        .code()
                == Reply.YES;
    }

    /** {@inheritDoc} Reads all that are held, however few are asked for. */
    @Override
    public List<LeaseHolder> holders(int limit) {
        LeaseHolder.checkLimit(limit);
        Reply reply = ask(Script.HOLDERS, List.of(keys.held()), List.of(Keys.utf8(keys.leases())));
        return Held.in(reply).stream()
                .map(Held::toLeaseHolder)
                .sorted(Held.BY_NAME)
                .limit(limit)
                .toList();
    }

    private Reply ask(Script script, List<byte[]> names, List<byte[]> arguments) {
        return Waiting.reply(node.ask(script, names, arguments, System.nanoTime() + timeoutNanos));
    }

    /** Ends the connection. The caller's client is left as it is. Harmless when repeated. */
    @Override
    public void close() {
        wires.close();
    }

    /** Settings of a store to be opened; not safe for many threads. */
    public static final class Builder {

        private final RedisClient client;
        private final RedisURI uri;
        private String prefix = Opening.PREFIX;
        private Duration timeout = Opening.TIMEOUT;

        private Builder(RedisClient client, RedisURI uri) {
            this.client = client;
            this.uri = uri;
        }

        /** What all keys begin with: 1 to 64 of letters, digits, {@code . _ : -}; {@code referee:} unless set. */
        public Builder prefix(String value) {
            this.prefix = new Keys(value).prefix();
            return this;
        }

        /** How long a call may take in all, a new connection included: 10 ms to 1 min, 2 s unless set. */
        public Builder timeout(Duration value) {
            this.timeout = Wires.checkedTimeout(value);
            return this;
        }

        /**
         * Connects, and looks at the server.
         *
         * @throws UnsupportedRedis if the server is too old, or may evict keys
         * @throws StoreFailure if it cannot be reached
         */
        public RedisLeaseStore open() {
            return new RedisLeaseStore(this);
        }
    }
}
