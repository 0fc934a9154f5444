package dev.referee.adapter.inmemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Step;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The command engine over the in-memory rows. */
class EngineInMemoryTest {

    private static final TypeName TYPE = new TypeName("counter.increment", 1);

    private final Bench bench = new Bench();
    private final CommandEngine engine = CommandEngine.over(bench.adapter).build();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void CMD_11_n_exact_copies_give_one_applied_and_the_rest_replays() throws Exception {
        List<Outcome> outcomes = together(32, () -> increment(engine, Counter.STORE, Counter.ONE, "a"));
        assertEquals(1, applied(outcomes));
        assertEquals(1, outcomes.stream().map(Outcome::orElseThrow).distinct().count());
        assertEquals(1, bench.committed(Counter.ONE).value());
        assertEquals(3, bench.adapter.snapshot().rows("operation").size());
    }

    @Test
    void CMD_21_n_copies_of_an_opening_give_one_aggregate() throws Exception {
        AtomicInteger number = new AtomicInteger();
        CommandRequest request = request(Counter.key(new Subject("applicant"), "open"));
        List<Outcome> outcomes = together(32, () -> {
            Counter opened = Counter.opened(Subject.of(number.incrementAndGet()));
            return engine.open(request, Counter.STORE, opened.subject(), (existing, at) -> accept(opened));
        });
        assertEquals(1, applied(outcomes));
        assertEquals(1, outcomes.stream().map(Outcome::orElseThrow).distinct().count());
        assertEquals(3, bench.adapter.snapshot().rows("counter").size());
    }

    @Test
    void CMD_16_a_deadlock_runs_one_of_the_commands_again() throws Exception {
        AtomicInteger deadlocks = new AtomicInteger();
        CyclicBarrier bothHold = new CyclicBarrier(2);
        ThreadLocal<Boolean> first = ThreadLocal.withInitial(() -> true);
        InMemoryAggregate<Counter> both = Counter.STORE.alsoLocking(state -> {
            if (first.get()) {
                first.set(false);
                meet(bothHold);
            }
            return List.of(state.subject().equals(Counter.ONE) ? Counter.TWO : Counter.ONE);
        });
        CommandEngine observed = CommandEngine.over(bench.adapter)
                .observer(new CommandObserver() {
                    @Override
                    public void retried(Namespace namespace, int attempt, FailureKind cause) {
                        assertEquals(FailureKind.CONTENTION, cause);
                        deadlocks.incrementAndGet();
                    }
                })
                .build();
        Future<Outcome> one = bench.start(() -> increment(observed, both, Counter.ONE, "a"));
        Future<Outcome> two = bench.start(() -> increment(observed, both, Counter.TWO, "b"));
        assertInstanceOf(Outcome.Applied.class, Bench.answer(one));
        assertInstanceOf(Outcome.Applied.class, Bench.answer(two));
        assertTrue(deadlocks.get() >= 1);
    }

    @Test
    void CMD_17_a_busy_aggregate_is_given_up_after_the_asked_time() throws Exception {
        CommandEngine hasty = CommandEngine.over(bench.adapter)
                .lockWait(Duration.ofMillis(60))
                .build();
        InMemorySnapshot before = bench.adapter.snapshot();
        var holder = bench.startUpTo(Step.FACTS, () -> {
            try (UnitOfWork unit = bench.begin()) {
                return Bench.locked(unit, Counter.ONE, Bench.LONG);
            }
        });
        long started = System.nanoTime();
        assertThrows(CaseBusy.class, () -> increment(hasty, Counter.STORE, Counter.ONE, "a"));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        assertTrue(millis >= 60 && millis < 310, "waited " + millis + " ms");
        holder.finish();
        assertEquals(before, bench.adapter.snapshot());
        assertInstanceOf(Outcome.Applied.class, increment(hasty, Counter.STORE, Counter.ONE, "a"));
    }

    private List<Outcome> together(int threads, Callable<Outcome> command) throws Exception {
        CyclicBarrier start = new CyclicBarrier(threads);
        List<Future<Outcome>> futures = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            futures.add(bench.start(() -> {
                meet(start);
                return command.call();
            }));
        }
        List<Outcome> outcomes = new ArrayList<>();
        for (Future<Outcome> future : futures) {
            outcomes.add(Bench.answer(future));
        }
        return outcomes;
    }

    private static long applied(List<Outcome> outcomes) {
        return outcomes.stream().filter(Outcome.Applied.class::isInstance).count();
    }

    private static Outcome increment(
            CommandEngine engine, InMemoryAggregate<Counter> store, Subject subject, String operationId) {
        return engine.execute(
                request(Counter.key(subject, operationId)), store, (state, at) -> accept(state.incremented()));
    }

    private static CommandRequest request(OperationKey key) {
        return CommandRequest.of(key, new Actor("tester", "1"), TYPE);
    }

    private static Decision<Counter> accept(Counter next) {
        Json json = new Json("{\"counter\":\"" + next.subject() + "\",\"value\":" + next.value() + "}");
        return Decision.accept(next, new Event(TYPE, json), json);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(Bench.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
