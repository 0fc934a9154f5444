package dev.referee.adapter.inmemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.application.port.Change;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CommitTest {

    private static final Subject THREE = new Subject("three");
    private static final Subject FOUR = new Subject("four");

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void CMD_1_a_commit_leaves_one_row_of_each_kind_and_tells_each_step() {
        List<Step> steps = new ArrayList<>();
        InMemoryAdapter adapter = InMemoryAdapter.create(steps::add);
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            unit.commit(List.of(Counter.opened(THREE).opening(Counter.key(THREE, "open"))));
        }
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            Bench.locked(unit, THREE, Bench.LONG);
        }
        assertEquals(
                List.of(
                        Step.BEGIN,
                        Step.WRITE_AGGREGATE,
                        Step.WRITE_AUDIT,
                        Step.WRITE_OPERATION,
                        Step.WRITE_EVENT,
                        Step.COMMIT,
                        Step.BEGIN,
                        Step.LOCK,
                        Step.FACTS),
                steps);
        InMemorySnapshot snapshot = adapter.snapshot();
        for (String table : List.of("counter", "audit", "operation", "event")) {
            assertEquals(1, snapshot.rows(table).size(), table);
        }
        assertEquals(List.of(), snapshot.rows("fee_line"));
    }

    @ParameterizedTest
    @EnumSource(Step.class)
    void CMD_14_a_fault_at_any_step_leaves_nothing_behind(Step faulty) {
        List<RuntimeException> fault = new ArrayList<>();
        InMemoryAdapter adapter = InMemoryAdapter.create(step -> {
            if (step == faulty && !fault.isEmpty()) {
                throw fault.remove(0);
            }
        });
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            unit.commit(List.of(Counter.opened(THREE).opening(Counter.key(THREE, "open"))));
        }
        InMemorySnapshot before = adapter.snapshot();
        for (RuntimeException thrown : List.of(
                new StoreFailure(FailureKind.CONNECTION_LOST, Phase.WRITE, false, "test", new Exception("test")),
                new IllegalArgumentException("test"))) {
            fault.add(thrown);
            RuntimeException seen = assertThrows(RuntimeException.class, () -> increment(adapter));
            assertSame(thrown, seen);
            assertEquals(before, adapter.snapshot());
        }
        increment(adapter);
    }

    @Test
    void TX_3_a_commit_after_a_swallowed_failure_throws() {
        InMemorySnapshot before = bench.adapter.snapshot();
        try (UnitOfWork unit = bench.begin()) {
            Counter one = Bench.locked(unit, Counter.ONE, Bench.LONG);
            RuntimeException swallowed =
                    assertThrows(IllegalArgumentException.class, () -> unit.read(state -> Revision.FIRST, Counter.ONE));
            StoreFailure failure = assertThrows(StoreFailure.class, () -> unit.commit(List.of(one.increment("a"))));
            assertSame(swallowed, failure.getCause());
        }
        assertEquals(before, bench.adapter.snapshot());
    }

    @Test
    void a_unit_sees_its_own_writes_and_nobody_else_does_before_the_commit() throws Exception {
        Counter seen = Counter.opened(Counter.ONE);
        try (UnitOfWork unit = bench.begin()) {
            unit.update(Counter.STORE, seen, seen.incremented());
            assertEquals(Optional.of(seen.incremented()), unit.read(Counter.STORE, Counter.ONE));
            assertEquals(seen, Bench.answer(bench.start(() -> bench.committed(Counter.ONE))));
        }
        assertEquals(seen, bench.committed(Counter.ONE));
    }

    @Test
    void CMD_24_changes_of_one_commit_build_on_each_other() {
        Counter first = Counter.opened(Counter.ONE);
        try (UnitOfWork unit = bench.begin()) {
            unit.commit(List.of(first.increment("a"), first.incremented().increment("b")));
        }
        assertEquals(2, bench.committed(Counter.ONE).value());
    }

    @Test
    void OPT_1_a_stale_change_fails_as_contention_and_writes_nothing() {
        Counter stale = bench.increment(Counter.ONE, "a");
        InMemorySnapshot before = bench.adapter.snapshot();
        assertEquals(FailureKind.CONTENTION, failureOf(stale.increment("b")));
        assertEquals(before, bench.adapter.snapshot());
    }

    @Test
    void keys_of_committed_rows_are_refused_by_the_constraint_that_they_break() {
        Counter one = bench.increment(Counter.ONE, "a");
        assertEquals(
                FailureKind.DUPLICATE_OPERATION, failureOf(one.incremented().increment("a")));
        assertEquals(
                FailureKind.DUPLICATE_AGGREGATE,
                failureOf(Counter.opened(Counter.ONE).opening(Counter.key(Counter.ONE, "b"))));
    }

    @Test
    void CMD_18_operation_ids_compare_byte_for_byte() {
        bench.increment(Counter.ONE, "key");
        bench.increment(Counter.ONE, "Key");
        bench.increment(Counter.TWO, "key");
        assertEquals(5, bench.adapter.snapshot().rows("operation").size());
    }

    @Test
    void CMD_21_an_insert_waits_for_the_equal_key_and_fails_once_it_is_committed() throws Exception {
        var first = bench.startUpTo(Step.COMMIT, () -> open(THREE, "applicant"));
        Future<Boolean> sameOperation = bench.start(() -> open(FOUR, "applicant"));
        bench.awaitWaiting(1);
        Future<Boolean> sameAggregate = bench.start(() -> open(THREE, "another"));
        bench.awaitWaiting(2);
        first.finish();
        assertEquals(FailureKind.DUPLICATE_OPERATION, failureOf(sameOperation));
        assertEquals(FailureKind.DUPLICATE_AGGREGATE, failureOf(sameAggregate));
        assertEquals(3, bench.adapter.snapshot().rows("counter").size());
    }

    @Test
    void CMD_21_an_insert_waits_for_the_equal_key_and_goes_on_once_it_is_rolled_back() throws Exception {
        RuntimeException fault = new IllegalStateException("test");
        var first = bench.startUpTo(Step.COMMIT, () -> open(THREE, "applicant"));
        Future<Boolean> sameOperation = bench.start(() -> open(FOUR, "applicant"));
        bench.awaitWaiting(1);
        Future<Boolean> sameAggregate = bench.start(() -> open(THREE, "another"));
        bench.awaitWaiting(2);
        ExecutionException failed = assertThrows(ExecutionException.class, () -> first.fail(fault));
        assertSame(fault, failed.getCause());
        Bench.answer(sameOperation);
        Bench.answer(sameAggregate);
        assertEquals(4, bench.adapter.snapshot().rows("counter").size());
    }

    @Test
    void CMD_16_units_that_insert_the_same_keys_in_opposite_order_do_not_hang() throws Exception {
        Change<Counter> three = Counter.opened(THREE).opening(Counter.key(THREE, "open"));
        Change<Counter> four = Counter.opened(FOUR).opening(Counter.key(FOUR, "open"));
        var one = bench.startUpTo(Step.WRITE_AUDIT, () -> commit(List.of(three, four)));
        var two = bench.startUpTo(Step.WRITE_AUDIT, () -> commit(List.of(four, three)));
        one.halt().goOn.countDown();
        bench.awaitWaiting(1);
        two.halt().goOn.countDown();
        assertEquals(FailureKind.CONTENTION, failureOf(two.result()));
        Bench.answer(one.result());
        assertEquals(4, bench.adapter.snapshot().rows("counter").size());
    }

    @Test
    void everything_of_one_commit_is_visible_at_once() throws Exception {
        Future<Integer> writer = bench.start(() -> {
            for (int i = 0; i < 500; i++) {
                try (UnitOfWork unit = bench.begin()) {
                    Counter one = Bench.locked(unit, Counter.ONE, Bench.LONG);
                    Counter two = Bench.locked(unit, Counter.TWO, Bench.LONG);
                    unit.commit(List.of(one.increment("a" + i), two.increment("b" + i)));
                }
            }
            return 500;
        });
        int looks = 0;
        while (!writer.isDone() || looks == 0) {
            InMemorySnapshot seen = bench.adapter.snapshot();
            assertEquals(0, seen.rows("audit").size() % 2);
            assertEquals(seen.rows("audit").size(), seen.rows("event").size());
            assertEquals(seen.rows("audit").size(), seen.rows("operation").size());
            looks++;
        }
        assertEquals(500, Bench.answer(writer));
    }

    @Test
    void a_unit_that_has_ended_takes_no_more_calls() {
        UnitOfWork unit = bench.begin();
        unit.commit(List.of());
        assertThrows(IllegalStateException.class, () -> unit.commit(List.of()));
        unit.close();
        unit.close();
        assertThrows(IllegalStateException.class, () -> unit.read(Counter.STORE, Counter.ONE));
    }

    private static void increment(InMemoryAdapter adapter) {
        try (UnitOfWork unit = adapter.unitsOfWork().begin(Bench.LIMIT)) {
            unit.commit(List.of(Bench.locked(unit, THREE, Bench.LONG).increment("a")));
        }
    }

    /** Opens a counter under an operation key that belongs to whoever opens it. */
    private boolean open(Subject subject, String opener) {
        return commit(List.of(Counter.opened(subject).opening(Counter.key(new Subject(opener), "open"))));
    }

    private boolean commit(List<Change<?>> changes) {
        try (UnitOfWork unit = bench.begin()) {
            unit.commit(changes);
            return true;
        }
    }

    private FailureKind failureOf(Change<Counter> change) {
        try (UnitOfWork unit = bench.begin()) {
            return assertThrows(StoreFailure.class, () -> unit.commit(List.of(change)))
                    .kind();
        }
    }

    private static FailureKind failureOf(Future<Boolean> future) {
        Throwable cause = assertThrows(ExecutionException.class, () -> Bench.answer(future))
                .getCause();
        return assertInstanceOf(StoreFailure.class, cause).kind();
    }
}
