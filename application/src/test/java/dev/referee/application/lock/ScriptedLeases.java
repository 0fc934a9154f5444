package dev.referee.application.lock;

import dev.referee.application.port.Capabilities;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseHolder;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A store of one lease and one thread, whose next calls fare as was written down beforehand. */
final class ScriptedLeases implements LeaseStore {

    /** What becomes of one call. */
    enum Fate {
        SERVED,
        REPLY_LOST,
        REQUEST_LOST,
        NO_CONNECTION
    }

    /** One for each coming call; none: it is served. */
    final Deque<Fate> script = new ArrayDeque<>();

    final List<String> calls = new ArrayList<>();
    final List<Token> tokens = new ArrayList<>();
    /** The replies that did not arrive. */
    final List<Object> lost = new ArrayList<>();

    final List<LeaseTime> times = new ArrayList<>();

    /** Runs before each call is served. */
    Runnable onTheWay = () -> {};

    Optional<Token> holder = Optional.empty();
    long fence;

    @Override
    public Capabilities capabilities() {
        return new Capabilities("scripted", "1", false, false, Map.of());
    }

    @Override
    public LeaseAnswer acquire(LockName name, Token token, String label, LeaseTime time) {
        times.add(time);
        return call("acquire", token, () -> {
            if (holder.filter(token::equals).isEmpty()) {
                holder = Optional.of(token);
                fence++;
            }
            return new LeaseAnswer.Granted(new Fence(fence));
        });
    }

    @Override
    public boolean renew(LockName name, Token token, LeaseTime time) {
        times.add(time);
        return call("renew", token, () -> holder.filter(token::equals).isPresent());
    }

    @Override
    public boolean release(LockName name, Token token) {
        return call("release", token, () -> {
            boolean held = holder.filter(token::equals).isPresent();
            holder = held ? Optional.empty() : holder;
            return held;
        });
    }

    @Override
    public List<LeaseHolder> holders(int limit) {
        return List.of();
    }

    private <R> R call(String what, Token token, Supplier<R> served) {
        calls.add(what);
        tokens.add(token);
        onTheWay.run();
        Fate fate = Optional.ofNullable(script.poll()).orElse(Fate.SERVED);
        return switch (fate) {
            case SERVED -> served.get();
            case REPLY_LOST -> {
                lost.add(served.get());
                throw failure(FailureKind.CONNECTION_LOST);
            }
            case REQUEST_LOST -> throw failure(FailureKind.CONNECTION_LOST);
            case NO_CONNECTION -> throw failure(FailureKind.UNAVAILABLE);
        };
    }

    private static StoreFailure failure(FailureKind kind) {
        return new StoreFailure(kind, Phase.WRITE, false, "scripted", new IllegalStateException("scripted"));
    }
}
