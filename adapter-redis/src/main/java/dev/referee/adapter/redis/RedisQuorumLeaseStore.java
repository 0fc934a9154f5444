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
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Leases on a majority of 3, 5, 7 or 9 independent Redis servers, none a replica of another. Less than half of them may be away, stopped or
 * slow without harm.
 *
 * <p>A lease is proposed to all nodes at once, and where a majority takes it, its fence number is confirmed by a majority before it is granted;
 * so every later majority knows a number that is as high. It is granted only while a hundredth of its time and 2 ms are left at least, for clocks
 * that do not run alike; holders must count it from before they asked, as {@code Leases} does. A node that was started, emptied or is new stays out for the longest lease, because it may have forgotten one;
 * {@link #admitAll} ends that where no lease can be running.
 *
 * <p>What a majority cannot give: a holder that is paused, or whose clock is slower than 1%, may go on after its lease is over. Let what is
 * protected refuse an older fence.
 *
 * <p>Safe for many threads, virtual ones included. Each call ends within the time-out; {@link StoreFailure} says whether it may have taken
 * effect.
 */
public final class RedisQuorumLeaseStore implements LeaseStore, AutoCloseable {

    private static final long FIRST_PAUSE_NANOS = 20_000_000;
    private static final long LONGEST_PAUSE_NANOS = 320_000_000;
    private static final long DRIFT_DIVISOR = 100;
    private static final long DRIFT_NANOS = 2_000_000;

    private final Wires wires;
    private final List<Node> nodes;
    private final QuorumSize size;
    private final Keys keys;
    private final long timeoutNanos;
    private final Duration longestLease;
    private final Capabilities capabilities;
    private final AtomicLong attempts = new AtomicLong();
    private final Turns turns = new Turns();

    private RedisQuorumLeaseStore(Builder builder) {
        this.wires = new Wires(builder.client);
        this.nodes = builder.uris.stream().map(wires::node).toList();
        this.size = new QuorumSize(nodes.size());
        this.keys = new Keys(builder.prefix);
        this.timeoutNanos = builder.timeout.toNanos();
        this.longestLease = builder.longestLease;
        try {
            this.capabilities = Abilities.ofMajority(Opening.firstOf(nodes, size), nodes.size());
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Begins a store on these servers. Every process that takes part must name all of the same servers.
     *
     * @param client whose threads and options are shared; it stays the caller's
     * @param nodes 3, 5, 7 or 9 servers, none of them twice
     */
    public static Builder of(RedisClient client, List<RedisURI> nodes) {
        return new Builder(client, nodes);
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    /**
     * {@inheritDoc} Where rivals in several processes take some nodes each and none has a majority, all give back and try again after a random
     * pause, longer each time, within the time-out; those in one process go one after the other, and whoever does not come to his turn in time
     * is told {@link StoreFailure}, for no node was asked who has the lease.
     *
     * @throws IllegalArgumentException if the time is longer than the longest lease
     */
    @Override
    public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
        checkTime(time);
        LeaseHolder.checkLabel(holder);
        long deadline = System.nanoTime() + Math.min(timeoutNanos, usable(time));
        try {
            if (!turns.take(name, deadline - System.nanoTime())) {
                throw Waiting.noTurn();
            }
        } catch (InterruptedException e) {
            throw Waiting.interruptedBeforeAsking(e);
        }
        try {
            return acquire(name, token, holder, time, deadline);
        } finally {
            turns.end(name);
        }
    }

    private LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time, long deadline) {
        long pause = FIRST_PAUSE_NANOS;
        while (true) {
            Attempt attempt = new Attempt(name, token, deadline);
            Optional<LeaseAnswer> answer = Optional.empty();
            try {
                answer = attempt.run(holder, time, pause);
            } finally {
                if (answer.filter(LeaseAnswer.Granted.class::isInstance).isEmpty()) {
                    attempt.undo();
                }
            }
            if (answer.isPresent()) {
                return answer.get();
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(pause));
            pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
        }
    }

    /** One try to take a lease. */
    private final class Attempt {

        private final LockName name;
        private final Token token;
        private final long deadline;
        private final long number = attempts.incrementAndGet();

        Attempt(LockName name, Token token, long deadline) {
            this.name = name;
            this.token = token;
            this.deadline = deadline;
        }

        /** Empty if it was a draw, and there is time for another. */
        Optional<LeaseAnswer> run(String holder, LeaseTime time, long pause) {
            Round proposed = propose(holder, time);
            if (!size.isMajority(proposed.count(Reply.YES))) {
                if (!hasVotes(proposed)) {
                    throw proposed.failure(size);
                }
                boolean last = Proposal.isTaken(proposed.replies(Reply.NO)) || !isTimeAfter(pause);
                return last
                        ? Optional.of(new LeaseAnswer.Held(Held.left(Proposal.left(proposed, size))))
                        : Optional.empty();
            }
            long fence = Proposal.fence(proposed.replies());
            Round confirmed = confirm(fence, time);
            if (size.isMajority(confirmed.count(Reply.YES)) && System.nanoTime() - deadline < 0) {
                return Optional.of(new LeaseAnswer.Granted(new Fence(fence)));
            }
            if (hasVotes(confirmed) && isTimeAfter(pause)) {
                return Optional.empty();
            }
            throw confirmed.failureOfEffect(size);
        }

        private Round propose(String holder, LeaseTime time) {
            // Confirmed, it has its time; if its proposer is gone by then, it is in nobody's way for long.
            long micros = Math.min(time.micros(), TimeUnit.NANOSECONDS.toMicros(timeoutNanos));
            return round(
                            Script.PROPOSE,
                            deadline,
                            places(name),
                            List.of(
                                    Keys.utf8(name.value()),
                                    Keys.utf8(token.value()),
                                    Keys.utf8(holder),
                                    Keys.utf8(micros),
                                    Keys.utf8(number),
                                    Keys.utf8(longestMicros())))
                    .await(size::isSettled);
        }

        private Round confirm(long fence, LeaseTime time) {
            return round(Script.CONFIRM, deadline, places(name), confirmation(name, token, time, fence))
                    .await(size::isSettled);
        }

        private boolean hasVotes(Round round) {
            return size.isMajority(nodes.size() - round.lost());
        }

        /** With as much again for the attempt itself. */
        private boolean isTimeAfter(long pause) {
            return System.nanoTime() + 2 * pause - deadline < 0;
        }

        /** Gives back what this attempt took, or will have taken. Nobody waits for it. */
        void undo() {
            send(
                    Script.RELEASE,
                    System.nanoTime() + timeoutNanos,
                    List.of(keys.lease(name), keys.held()),
                    List.of(Keys.utf8(name.value()), Keys.utf8(token.value()), Keys.utf8(number)));
        }
    }

    /**
     * {@inheritDoc} A majority has to say so.
     *
     * @throws IllegalArgumentException if the time is longer than the longest lease
     */
    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        checkTime(time);
        long deadline = System.nanoTime() + Math.min(timeoutNanos, usable(time));
        Round round = round(
                        Script.RENEW,
                        deadline,
                        List.of(keys.lease(name), keys.held(), keys.node()),
                        List.of(
                                Keys.utf8(name.value()),
                                Keys.utf8(token.value()),
                                Keys.utf8(time.micros()),
                                Keys.utf8(longestMicros())))
                .await(r -> size.isMajority(r.count(Reply.YES)) || isRefused(r));
        if (size.isMajority(round.count(Reply.YES)) && System.nanoTime() - deadline < 0) {
            tellFence(round, name, token, time, deadline);
            return true;
        }
        if (isRefused(round)) {
            return false;
        }
        throw round.failureOfEffect(size);
    }

    /** A node that took the proposal and missed its confirmation has no fence for the lease that it keeps from now on. Nobody waits for it. */
    private void tellFence(Round renewed, LockName name, Token token, LeaseTime time, long deadline) {
        long fence = Proposal.fenceOf(renewed.replies(Reply.YES));
        if (fence > 0) {
            renewed.forEach((node, reply) -> {
                if (reply.code() == Reply.YES && Proposal.fenceOf(List.of(reply)) == 0) {
                    List<byte[]> told = confirmation(name, token, time, fence);
                    Waiting.forNobody(node.ask(Script.CONFIRM, places(name), told, deadline));
                }
            });
        }
    }

    private List<byte[]> places(LockName name) {
        return List.of(keys.lease(name), keys.fence(name), keys.held(), keys.node());
    }

    private List<byte[]> confirmation(LockName name, Token token, LeaseTime time, long fence) {
        return List.of(
                Keys.utf8(name.value()),
                Keys.utf8(token.value()),
                Keys.utf8(time.micros()),
                Keys.utf8(fence),
                Keys.utf8(longestMicros()));
    }

    /** {@inheritDoc} It is over once a majority has ended it, or never had it. */
    @Override
    public boolean release(LockName name, Token token) {
        Round round = round(
                        Script.RELEASE,
                        System.nanoTime() + timeoutNanos,
                        List.of(keys.lease(name), keys.held()),
                        List.of(Keys.utf8(name.value()), Keys.utf8(token.value()), Keys.utf8(0)))
                .await(r -> size.isMajority(r.count(Reply.YES)) || isRefused(r));
        if (isRefused(round)) {
            return false;
        }
        if (size.isMajority(round.count(Reply.YES) + round.count(Reply.NO))) {
            return true;
        }
        throw round.failureOfEffect(size);
    }

    /** {@inheritDoc} Those that a majority may hold, by what the nodes that answer say; reads all that are held. */
    @Override
    public List<LeaseHolder> holders(int limit) {
        LeaseHolder.checkLimit(limit);
        Round round = round(
                        Script.HOLDERS,
                        System.nanoTime() + timeoutNanos,
                        List.of(keys.held()),
                        List.of(Keys.utf8(keys.leases())))
                .await(r -> false);
        List<Reply> replies = round.replies(Reply.YES);
        if (!size.isMajority(replies.size())) {
            throw round.failure(size);
        }
        return Tally.of(replies, size).stream()
                .map(Held::toLeaseHolder)
                .sorted(Held.BY_NAME)
                .limit(limit)
                .toList();
    }

    /**
     * Lets all nodes take part at once that stay out because they are new, were emptied or were restarted. For the operator, who knows that no
     * lease is running: at the first installation, for instance.
     *
     * @throws StoreFailure if not all nodes can be told
     */
    public void admitAll() {
        Round round = round(Script.ADMIT, System.nanoTime() + timeoutNanos, List.of(keys.node()), List.of())
                .await(r -> false);
        if (round.count(Reply.YES) < nodes.size()) {
            throw round.failure(size);
        }
    }

    private boolean isRefused(Round round) {
        return !size.isMajority(nodes.size() - round.count(Reply.NO));
    }

    private Round round(Script script, long deadline, List<byte[]> names, List<byte[]> arguments) {
        return Round.ask(nodes, node -> node.ask(script, names, arguments, deadline));
    }

    private void send(Script script, long deadline, List<byte[]> names, List<byte[]> arguments) {
        nodes.forEach(node -> Waiting.forNobody(node.ask(script, names, arguments, deadline)));
    }

    /** Less than asked for: a clock of a node may be the faster one. */
    private static long usable(LeaseTime time) {
        long nanos = time.value().toNanos();
        return nanos - nanos / DRIFT_DIVISOR - DRIFT_NANOS;
    }

    private long longestMicros() {
        return LeaseTime.of(longestLease).micros();
    }

    private void checkTime(LeaseTime time) {
        if (time.value().compareTo(longestLease) > 0) {
            throw new IllegalArgumentException(
                    "lease time must be at most the longest lease, " + longestLease + ", but is " + time.value());
        }
    }

    /** Ends the connections. The caller's client is left as it is. Harmless when repeated. */
    @Override
    public void close() {
        wires.close();
    }

    /** Settings of a store to be opened; not safe for many threads. */
    public static final class Builder {

        private static final Duration LONGEST = Duration.ofMinutes(1);

        private final RedisClient client;
        private final List<RedisURI> uris;
        private String prefix = Opening.PREFIX;
        private Duration timeout = Opening.TIMEOUT;
        private Duration longestLease = LONGEST;

        private Builder(RedisClient client, List<RedisURI> uris) {
            this.client = client;
            this.uris = List.copyOf(uris);
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
         * The longest time that may be asked for, and for which a node that may have forgotten leases stays out: 50 ms to 24 h, 1 min unless set.
         * It must be the same in all processes; before it is raised, all must run with the higher one for the time of the lower one.
         */
        public Builder longestLease(Duration value) {
            this.longestLease = LeaseTime.of(value).value();
            return this;
        }

        /**
         * Connects to a majority at least.
         *
         * @throws UnsupportedRedis if a server is too old, may evict keys, or was named twice
         * @throws StoreFailure if no majority can be reached
         */
        public RedisQuorumLeaseStore open() {
            return new RedisQuorumLeaseStore(this);
        }
    }
}
