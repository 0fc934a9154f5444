package dev.referee.application.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.command.ScriptedUnits.Counter;
import dev.referee.application.port.CommandObserver;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.EngineRefusal;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the engine makes of each failure, failure by failure. */
class CommandEngineTest {

    private static final Namespace COUNTER = new Namespace("counter");
    private static final Subject ONE = new Subject("one");
    private static final TypeName RAISE = new TypeName("counter.raise", 1);

    private final ScriptedUnits units = new ScriptedUnits();
    private final CommandEngine engine = CommandEngine.over(units)
            .retryPolicy(RetryPolicy.DEFAULT.withPauses(Duration.ZERO, Duration.ZERO))
            .build();

    private record TooHigh() implements Refusal {
        @Override
        public String code() {
            return "too-high";
        }

        @Override
        public String message() {
            return "The counter is too high.";
        }
    }

    CommandEngineTest() {
        units.rows.put(ONE, new Counter(1, 10));
    }

    private static CommandRequest request(Subject subject, String id, long by) {
        return CommandRequest.of(new OperationKey(COUNTER, subject, new OperationId(id)), new Actor("user", "7"), RAISE)
                .with(Fields.NONE.with("by", by));
    }

    private static Decide<Counter> raise(long by) {
        return (counter, at) -> counter.value() + by > 100
                ? Decision.refuse(new TooHigh())
                : accepted(new Counter(counter.revision() + 1, counter.value() + by));
    }

    private static Decision<Counter> accepted(Counter next) {
        Json value = new Json(Long.toString(next.value()));
        return Decision.accept(next, new Event(new TypeName("counter.raised", 1), value), value);
    }

    private Outcome raiseOnce(String id, long by) {
        return engine.execute(request(ONE, id, by), ScriptedUnits.STORE, raise(by));
    }

    private Outcome open(String id) {
        Subject opener = new Subject("opener");
        return engine.open(
                request(opener, id, 0),
                ScriptedUnits.STORE,
                new Subject("two"),
                (existing, at) -> existing.isPresent() ? Decision.refuse(new TooHigh()) : accepted(new Counter(1, 0)));
    }

    private static void assertApplied(String result, Outcome outcome) {
        assertEquals(
                result,
                assertInstanceOf(Outcome.Applied.class, outcome).result().text());
    }

    @ParameterizedTest
    @EnumSource(
            value = FailureKind.class,
            names = {"CONTENTION", "CONNECTION_LOST", "DUPLICATE_OPERATION", "DUPLICATE_AGGREGATE"})
    void a_passing_failure_runs_the_whole_transaction_again(FailureKind kind) {
        units.then(Phase.WRITE, kind);
        assertApplied("15", raiseOnce("a", 5));
        assertEquals(2, units.limits.size());
        assertEquals(2, units.closed);
    }

    @Test
    void the_decision_is_made_again_on_fresh_state() {
        units.then(Phase.WRITE, FailureKind.CONTENTION);
        Decide<Counter> rivalComesBetween = (counter, at) -> {
            units.rows.put(ONE, new Counter(counter.revision() + 1, 99));
            return raise(5).decide(counter, at);
        };
        Outcome outcome = engine.execute(request(ONE, "a", 5), ScriptedUnits.STORE, rivalComesBetween);
        assertEquals(new Outcome.Refused(new TooHigh()), outcome);
    }

    @Test
    void attempts_are_bounded_and_every_cause_is_kept() {
        for (int i = 0; i < 9; i++) {
            units.then(Phase.LOCK, FailureKind.CONTENTION);
        }
        RetriesExhausted e = assertThrows(RetriesExhausted.class, () -> raiseOnce("a", 5));
        assertEquals(5, units.limits.size());
        assertEquals(5, e.getSuppressed().length);
        assertSame(e.getCause(), e.getSuppressed()[4]);
        assertTrue(units.operations.isEmpty());
    }

    @Test
    void time_that_runs_out_before_an_aggregate_is_asked_for_is_not_called_busy() {
        UnitsOfWork slowFromTheSecondOn = new UnitsOfWork() {
            @Override
            public UnitOfWork begin(Duration limit) {
                if (!units.limits.isEmpty()) {
                    spinFor(limit);
                }
                return units.begin(limit);
            }

            @Override
            public UnitOfWork join(Duration limit) {
                return units.join(limit);
            }
        };
        CommandEngine hasty = CommandEngine.over(slowFromTheSecondOn)
                .retryPolicy(RetryPolicy.DEFAULT.withTotal(Duration.ofMillis(100)))
                .build();
        units.then(Phase.WRITE, FailureKind.DUPLICATE_OPERATION);
        RetriesExhausted e = assertThrows(
                RetriesExhausted.class, () -> hasty.execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)));
        assertEquals(1, e.getSuppressed().length);
    }

    @Test
    void the_total_time_is_bounded_and_each_attempt_is_told_what_is_left() {
        CommandEngine hasty = CommandEngine.over(units)
                .retryPolicy(new RetryPolicy(100, Duration.ofMillis(50), Duration.ofMillis(20), Duration.ofMillis(20)))
                .build();
        for (int i = 0; i < 99; i++) {
            units.then(Phase.LOCK, FailureKind.CONTENTION);
        }
        assertThrows(RetriesExhausted.class, () -> hasty.execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)));
        assertTrue(units.limits.size() <= 3, () -> "attempts: " + units.limits);
        assertTrue(units.limits.get(0).compareTo(units.limits.get(units.limits.size() - 1)) > 0);
    }

    @Test
    void a_rejection_is_thrown_as_it_is_and_not_repeated() {
        units.then(Phase.WRITE, FailureKind.REJECTED);
        StoreFailure e = assertThrows(StoreFailure.class, () -> raiseOnce("a", 5));
        assertEquals(FailureKind.REJECTED, e.kind());
        assertEquals(1, units.limits.size());
    }

    @Test
    void a_unique_value_that_is_not_the_identity_is_a_rejection_after_one_repeat() {
        units.then(Phase.WRITE, FailureKind.DUPLICATE_AGGREGATE).then(Phase.WRITE, FailureKind.DUPLICATE_AGGREGATE);
        assertEquals(
                FailureKind.DUPLICATE_AGGREGATE,
                assertThrows(StoreFailure.class, () -> open("a")).kind());
        assertEquals(2, units.limits.size());
    }

    @Test
    void without_a_connection_the_store_is_unavailable_at_once() {
        units.then(Phase.BEGIN, FailureKind.UNAVAILABLE);
        assertThrows(StoreUnavailable.class, () -> raiseOnce("a", 5));
        assertEquals(1, units.limits.size());
    }

    @Test
    void CMD_17_a_busy_aggregate_is_not_retried() {
        units.thenIsBusy();
        assertThrows(CaseBusy.class, () -> raiseOnce("a", 5));
        assertEquals(1, units.limits.size());
    }

    @Test
    void CMD_15_a_lost_reply_to_a_commit_that_took_effect_is_answered_as_applied() {
        units.thenLosesTheReplyToCommit(true);
        assertApplied("15", raiseOnce("a", 5));
        assertEquals(new Counter(2, 15), units.rows.get(ONE));
        assertInstanceOf(Outcome.Replayed.class, raiseOnce("a", 5));
    }

    @Test
    void CMD_15_a_lost_commit_that_took_no_effect_is_executed_again() {
        units.thenLosesTheReplyToCommit(false);
        assertApplied("15", raiseOnce("a", 5));
        assertEquals(new Counter(2, 15), units.rows.get(ONE));
    }

    @ParameterizedTest
    @EnumSource(value = FailureKind.class, mode = Mode.EXCLUDE, names = "REJECTED")
    void CMD_15_in_doubt_every_end_without_an_answer_is_outcome_unknown(FailureKind kind) {
        units.thenLosesTheReplyToCommit(true);
        for (int i = 0; i < 9; i++) {
            units.then(kind == FailureKind.UNAVAILABLE ? Phase.BEGIN : Phase.LOCK, kind);
        }
        OutcomeUnknown e = assertThrows(OutcomeUnknown.class, () -> raiseOnce("a", 5));
        assertTrue(e.getSuppressed().length >= 2);
    }

    @Test
    void CMD_15_in_doubt_a_busy_aggregate_is_outcome_unknown() {
        units.thenLosesTheReplyToCommit(true).thenIsBusy();
        assertThrows(OutcomeUnknown.class, () -> raiseOnce("a", 5));
    }

    @Test
    void CMD_15_a_refusal_read_under_the_lock_is_definite() {
        units.thenLosesTheReplyToCommit(false);
        Decide<Counter> refusesTheSecondTime = (counter, at) ->
                units.limits.size() > 1 ? Decision.refuse(new TooHigh()) : raise(5).decide(counter, at);
        assertEquals(
                new Outcome.Refused(new TooHigh()),
                engine.execute(request(ONE, "a", 5), ScriptedUnits.STORE, refusesTheSecondTime));
    }

    @Test
    void CMD_15_an_opening_in_doubt_is_settled_by_its_own_insert() {
        units.thenLosesTheReplyToCommit(false);
        assertApplied("0", open("a"));
        units.rows.remove(new Subject("two"));
        units.operations.clear();
        units.thenLosesTheReplyToCommit(true);
        assertApplied("0", open("b"));
    }

    @Test
    void CMD_15_an_opening_in_doubt_is_not_settled_by_a_refusal_without_a_row() {
        units.thenLosesTheReplyToCommit(false);
        Open<Counter> refusesTheSecondTime = (existing, at) ->
                units.limits.size() > 1 ? Decision.refuse(new TooHigh()) : accepted(new Counter(1, 0));
        assertThrows(
                OutcomeUnknown.class,
                () -> engine.open(request(ONE, "a", 0), ScriptedUnits.STORE, new Subject("two"), refusesTheSecondTime));
    }

    @Test
    void a_joined_command_is_not_retried() {
        units.then(Phase.WRITE, FailureKind.CONTENTION);
        assertThrows(
                RetriesExhausted.class,
                () -> engine.joined().execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)));
        assertEquals(1, units.limits.size());
    }

    @Test
    void CMD_20_an_outcome_that_is_not_json_is_rejected_and_nothing_is_written() {
        for (String text : List.of(
                "",
                "{",
                "1 2",
                "{\"a\":1,\"a\":2}",
                "NaN",
                "\"\uD800\"",
                "[".repeat(33) + "]".repeat(33),
                "\"" + "x".repeat(65_535) + "\"")) {
            Decide<Counter> answers = (counter, at) -> Decision.accept(
                    new Counter(2, 11), new Event(new TypeName("counter.raised", 1), new Json("1")), new Json(text));
            assertThrows(
                    OutcomeRejected.class, () -> engine.execute(request(ONE, "a", 1), ScriptedUnits.STORE, answers));
        }
        assertTrue(units.operations.isEmpty());
    }

    @Test
    void CMD_20_an_outcome_at_its_limits_is_kept() {
        int n = 0;
        for (String text : List.of("null", "[".repeat(32) + "]".repeat(32), "\"" + "x".repeat(65_534) + "\"")) {
            Decide<Counter> answers = (counter, at) -> Decision.accept(
                    new Counter(counter.revision() + 1, 11),
                    new Event(new TypeName("counter.raised", 1), new Json("1")),
                    new Json(text));
            assertApplied(text, engine.execute(request(ONE, "id" + n++, 1), ScriptedUnits.STORE, answers));
        }
    }

    @Test
    void a_decision_that_skips_a_revision_is_a_fault() {
        Decide<Counter> skips = (counter, at) -> accepted(new Counter(counter.revision() + 2, 0));
        assertThrows(
                IllegalStateException.class, () -> engine.execute(request(ONE, "a", 1), ScriptedUnits.STORE, skips));
    }

    @Test
    void an_expired_outcome_is_not_executed_again() {
        raiseOnce("a", 5);
        units.operations.replaceAll((key, o) -> new StoredOperation(
                key,
                o.aggregate(),
                o.actor(),
                o.command(),
                o.digest(),
                o.execution(),
                o.revision(),
                Optional.empty(),
                o.at()));
        Outcome outcome = raiseOnce("a", 5);
        Refusal refusal = assertInstanceOf(Outcome.Refused.class, outcome).refusal();
        assertInstanceOf(EngineRefusal.OperationExpired.class, refusal);
    }

    @Test
    void CMD_24_a_list_sees_its_own_changes_and_answers_a_repeat_inside_it_as_a_replay() {
        List<CommandAnswer> answers = engine.handleAll(List.of(
                Command.on(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)),
                Command.on(request(ONE, "b", 500), ScriptedUnits.STORE, raise(500)),
                Command.on(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)),
                Command.on(request(ONE, "a", 6), ScriptedUnits.STORE, raise(6)),
                Command.on(request(ONE, "c", 1), ScriptedUnits.STORE, (counter, at) -> {
                    throw new IllegalArgumentException("a fault of one decision");
                }),
                Command.on(request(ONE, "d", 5), ScriptedUnits.STORE, raise(5))));
        assertEquals(
                List.of(
                        "Applied 15",
                        "Refused too-high",
                        "Replayed 15",
                        "Refused operation-conflict",
                        "IllegalArgumentException",
                        "Applied 20"),
                answers.stream().map(CommandEngineTest::text).toList());
        assertEquals(1, units.limits.size());
    }

    @Test
    void CMD_24_what_the_store_rejects_is_tried_one_by_one() {
        units.then(Phase.WRITE, FailureKind.REJECTED).then(Phase.WRITE, FailureKind.REJECTED);
        List<CommandAnswer> answers = engine.handleAll(List.of(
                Command.on(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)),
                Command.on(request(ONE, "b", 6), ScriptedUnits.STORE, raise(6))));
        assertEquals(
                List.of("StoreFailure", "Applied 16"),
                answers.stream().map(CommandEngineTest::text).toList());
    }

    @Test
    void CMD_15_a_list_in_doubt_that_is_cut_finds_its_own_operations_applied() {
        units.thenLosesTheReplyToCommit(true).then(Phase.LOCK, FailureKind.REJECTED);
        List<CommandAnswer> answers = engine.handleAll(List.of(
                Command.on(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)),
                Command.on(request(ONE, "b", 6), ScriptedUnits.STORE, raise(6))));
        assertEquals(
                List.of("Applied 15", "Applied 21"),
                answers.stream().map(CommandEngineTest::text).toList());
    }

    @Test
    void CMD_15_in_doubt_a_store_that_stays_away_leaves_each_command_of_a_cut_list_unknown() {
        units.thenLosesTheReplyToCommit(true).then(Phase.LOCK, FailureKind.REJECTED);
        for (int i = 0; i < 20; i++) {
            units.then(Phase.BEGIN, FailureKind.UNAVAILABLE);
        }
        List<CommandAnswer> answers = engine.handleAll(List.of(
                Command.on(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)),
                Command.on(request(ONE, "b", 6), ScriptedUnits.STORE, raise(6))));
        assertEquals(
                List.of("OutcomeUnknown", "OutcomeUnknown"),
                answers.stream().map(CommandEngineTest::text).toList());
    }

    @Test
    void CMD_24_copies_of_an_opening_with_other_identities_keep_their_order() {
        Subject opener = new Subject("opener");
        Open<Counter> open =
                (existing, at) -> existing.isPresent() ? Decision.refuse(new TooHigh()) : accepted(new Counter(1, 0));
        List<CommandAnswer> answers = engine.handleAll(List.of(
                Command.on(request(ONE, "c", 5), ScriptedUnits.STORE, raise(5)),
                Command.opening(request(opener, "k", 0), ScriptedUnits.STORE, new Subject("two"), open),
                Command.opening(request(opener, "k", 0), ScriptedUnits.STORE, ONE, open)));
        assertEquals(
                List.of("Applied 15", "Applied 0", "Replayed 0"),
                answers.stream().map(CommandEngineTest::text).toList());
    }

    @Test
    void CMD_24_a_long_list_is_cut_into_transactions_of_bounded_size() {
        List<Command<Counter>> list = IntStream.range(0, 2 * CommandEngine.MAX_TOGETHER + 1)
                .mapToObj(n -> Command.on(request(ONE, "n" + n, 0), ScriptedUnits.STORE, raise(0)))
                .toList();
        List<CommandAnswer> answers = engine.handleAll(list);
        assertEquals(list.size(), answers.size());
        assertTrue(answers.stream().allMatch(answer -> text(answer).equals("Applied 10")));
        assertEquals(3, units.limits.size());
        assertEquals(new Counter(1 + list.size(), 10), units.rows.get(ONE));
    }

    @Test
    void a_field_cannot_take_the_name_of_what_the_request_adds_itself() {
        Fields reserved = Fields.NONE.with("reason", "x");
        assertThrows(InvalidValue.class, () -> request(ONE, "a", 1).with(reserved));
    }

    @Test
    void a_pool_that_took_all_the_time_is_a_store_away_and_no_busy_aggregate() {
        CommandEngine hasty = CommandEngine.over(new UnitsOfWork() {
                    @Override
                    public UnitOfWork begin(Duration limit) {
                        spinFor(limit);
                        return units.begin(limit);
                    }

                    @Override
                    public UnitOfWork join(Duration limit) {
                        return units.join(limit);
                    }
                })
                .retryPolicy(RetryPolicy.DEFAULT.withTotal(Duration.ofMillis(30)))
                .build();
        assertThrows(StoreUnavailable.class, () -> hasty.execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)));
    }

    @Test
    void a_busy_answer_after_a_failed_attempt_keeps_the_cause() {
        units.then(Phase.WRITE, FailureKind.CONTENTION).thenIsBusy();
        CaseBusy e = assertThrows(CaseBusy.class, () -> raiseOnce("a", 5));
        assertEquals(1, e.getSuppressed().length);
    }

    @Test
    void pauses_stay_between_their_bounds_however_many_attempts_there_were() {
        RetryPolicy slow = new RetryPolicy(100, Duration.ofHours(1), Duration.ofSeconds(10), Duration.ofMinutes(1));
        for (int attempt = 1; attempt <= 100; attempt++) {
            assertEquals(Duration.ofSeconds(10), slow.pauseAfter(attempt, 0));
            assertTrue(slow.pauseAfter(attempt, 0.999_999).compareTo(Duration.ofSeconds(39)) > 0);
            assertTrue(slow.pauseAfter(attempt, 0.999_999).compareTo(Duration.ofMinutes(1)) <= 0);
        }
        assertEquals(Duration.ofMillis(5), RetryPolicy.DEFAULT.pauseAfter(1, 0));
        assertTrue(RetryPolicy.DEFAULT.pauseAfter(99, 0.999_999).compareTo(Duration.ofMillis(250)) <= 0);
    }

    private static void spinFor(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static String text(CommandAnswer answer) {
        return answer.fold(
                outcome -> outcome.fold(
                        a -> "Applied " + a.result(),
                        r -> "Replayed " + r.result(),
                        r -> "Refused " + r.refusal().code()),
                failure -> failure.getClass().getSimpleName());
    }

    @Test
    void an_observer_that_fails_changes_no_outcome() {
        CommandEngine watched = CommandEngine.over(units)
                .observer(new CommandObserver() {
                    @Override
                    public void applied(Namespace namespace, String command) {
                        throw new IllegalStateException("full disk");
                    }
                })
                .build();
        assertApplied("15", watched.execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5)));
    }

    @Test
    void time_is_cut_to_microseconds() {
        CommandEngine precise = CommandEngine.over(units)
                .clock(Clock.fixed(Instant.parse("2026-01-02T03:04:05.123456789Z"), ZoneOffset.UTC))
                .build();
        precise.execute(request(ONE, "a", 5), ScriptedUnits.STORE, raise(5));
        assertEquals(
                Instant.parse("2026-01-02T03:04:05.123456Z"),
                units.operations.values().iterator().next().at());
    }
}
