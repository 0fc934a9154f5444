package dev.referee.acceptance.steps;

import dev.referee.acceptance.engine.DriverListener;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/** Keeps what passed to the driver, in order, with what each call cost. Safe for many threads, but costs are told for one thread's calls only. */
public final class Recorder implements DriverListener {

    private final LongSupplier meter;
    private final List<Call> calls = new ArrayList<>();
    private final Map<Kind, Long> costs = new EnumMap<>(Kind.class);
    private long before;

    /** Counts no costs. */
    public Recorder() {
        this(() -> 0);
    }

    /** @param meter what was spent until now, round trips for instance */
    public Recorder(LongSupplier meter) {
        this.meter = meter;
    }

    /** Forgets everything. */
    public synchronized void clear() {
        calls.clear();
        costs.clear();
    }

    public synchronized List<Call> calls() {
        return List.copyOf(calls);
    }

    /** The calls of this kind. */
    public List<Call> calls(Kind kind) {
        return calls().stream().filter(call -> call.kind() == kind).toList();
    }

    /** What the calls of this kind cost together. */
    public synchronized long cost(Kind kind) {
        return costs.getOrDefault(kind, 0L);
    }

    @Override
    public synchronized void before(Call call) {
        calls.add(call);
        before = meter.getAsLong();
    }

    @Override
    public synchronized void after(Call call) {
        costs.merge(call.kind(), meter.getAsLong() - before, Long::sum);
    }
}
