package dev.referee.adapter.inmemory;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Leases in this process's memory, for tests and for trying things out. Its clock can be a test's own. Safe for many threads.
 */
public final class InMemoryLeaseStore implements LeaseStore {

    private final Capabilities capabilities;
    private final Runnable beforeEachCall;
    private final InstantSource clock;
    private final SortedMap<LockName, Row> rows = new TreeMap<>();

    InMemoryLeaseStore(Capabilities capabilities, InstantSource clock, Runnable beforeEachCall) {
        this.capabilities = capabilities;
        this.clock = clock;
        this.beforeEachCall = beforeEachCall;
    }

    /** Makes an empty store of its own, which counts time by this clock. */
    public static InMemoryLeaseStore create(InstantSource clock) {
        return new InMemoryLeaseStore(InMemoryAdapter.CAPABILITIES, clock, () -> {});
    }

    @Override
    public Capabilities capabilities() {
        return capabilities;
    }

    @Override
    public LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time) {
        LeaseHolder.checkLabel(holder);
        return step(now -> {
            Optional<Row> row = Optional.ofNullable(rows.get(name));
            Optional<Row> held = row.filter(each -> each.isHeld(now));
            if (held.isPresent() && !held.get().isOf(token)) {
                return new LeaseAnswer.Held(Duration.between(now, held.get().deadline()));
            }
            Fence fence = held.map(Row::fence)
                    .orElseGet(() ->
                            new Fence(row.map(each -> each.fence().number()).orElse(0L) + 1));
            rows.put(name, new Row(Optional.of(token), holder, fence, now.plus(time.value())));
            return new LeaseAnswer.Granted(fence);
        });
    }

    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        return step(now -> {
            Optional<Row> own = own(name, token, now);
            own.ifPresent(row -> rows.put(name, row.until(now.plus(time.value()))));
            return own.isPresent();
        });
    }

    @Override
    public boolean release(LockName name, Token token) {
        return step(now -> {
            Optional<Row> own = own(name, token, now);
            own.ifPresent(row -> rows.put(name, row.released()));
            return own.isPresent();
        });
    }

    private Optional<Row> own(LockName name, Token token, Instant now) {
        return Optional.ofNullable(rows.get(name)).filter(row -> row.isHeld(now) && row.isOf(token));
    }

    @Override
    public List<LeaseHolder> holders(int limit) {
        LeaseHolder.checkLimit(limit);
        return step(now -> rows.entrySet().stream()
                .filter(entry -> entry.getValue().isHeld(now))
                .limit(limit)
                .map(entry -> new LeaseHolder(
                        entry.getKey(),
                        entry.getValue().holder(),
                        entry.getValue().fence(),
                        entry.getValue().deadline()))
                .toList());
    }

    /** The rows as text, in the order of their names, those of free names included. */
    List<String> rows() {
        synchronized (rows) {
            return rows.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue())
                    .toList();
        }
    }

    /** The clock is read under the monitor, so that no step is taken by a time before that of the step ahead of it. */
    private <R> R step(Function<Instant, R> step) {
        beforeEachCall.run();
        synchronized (rows) {
            return step.apply(clock.instant());
        }
    }

    /** A name that was leased at least once; never removed. Without a token it was released. */
    private record Row(Optional<Token> token, String holder, Fence fence, Instant deadline) {

        boolean isHeld(Instant now) {
            return token.isPresent() && now.isBefore(deadline);
        }

        boolean isOf(Token other) {
            return token.filter(other::equals).isPresent();
        }

        Row until(Instant newDeadline) {
            return new Row(token, holder, fence, newDeadline);
        }

        Row released() {
            return new Row(Optional.empty(), holder, fence, deadline);
        }
    }
}
