package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Holder;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.Command;
import dev.referee.application.command.CommandAnswer;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.OutcomeRejected;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Commands that are handled together. */
public abstract class ListRules extends Rules {

    private static final Subject B = new Subject("b-1");

    @Test
    void CMD_24_commands_on_one_aggregate_run_in_one_transaction_each_seeing_those_before() {
        AccountDesk desk = opened(ACCOUNT);
        Snapshot before = snapshot();
        int commits = steps.seen(Step.COMMIT);

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10), w(desk, "w2", ACCOUNT, 2, 20), w(desk, "w3", ACCOUNT, 3, 30)));

        assertEquals(List.of("applied 2", "applied 3", "applied 4"), told(answers));
        assertEquals(1, steps.seen(Step.COMMIT) - commits, "commits");
        assertEffects(3, before);
    }

    @Test
    void CMD_24_copies_within_the_list_are_replays_or_conflicts() {
        AccountDesk desk = opened(ACCOUNT);
        Snapshot before = snapshot();

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10),
                        w(desk, "w1", ACCOUNT, 1, 10),
                        w(desk, "w1", ACCOUNT, 1, 11),
                        w(desk, "w2", ACCOUNT, 2, 10),
                        w(desk, "w1", ACCOUNT, 1, 10)));

        assertEquals(
                List.of("applied 2", "replayed 2", "operation-conflict", "applied 3", "replayed 2"), told(answers));
        assertReplayed(answers.get(0).orElseThrow(), answers.get(4).orElseThrow());
        assertEffects(2, before);
    }

    @Test
    void CMD_24_a_refused_member_does_not_hold_up_the_others() {
        AccountDesk desk = opened(ACCOUNT);
        Snapshot before = snapshot();

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10),
                        w(desk, "w2", ACCOUNT, 1, 10),
                        w(desk, "w3", ACCOUNT, 2, 1_000_000),
                        w(desk, "w4", ACCOUNT, 2, 10)));

        assertEquals(List.of("applied 2", "out-of-date", "insufficient-funds", "applied 3"), told(answers));
        assertEffects(2, before);
    }

    @Test
    void CMD_24_a_failed_member_is_an_answer_and_does_not_hold_up_the_others() {
        AccountDesk desk = opened(ACCOUNT);
        Snapshot before = snapshot();
        var rejected = onAccount(
                "bad-json",
                (account, at) ->
                        Decision.accept(account, new Event(new TypeName("any", 1), new Json("{}")), new Json("{")));
        var broken = onAccount("broken", (account, at) -> {
            throw new IllegalStateException("the decision is broken");
        });

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10),
                        rejected,
                        w(desk, "w2", ACCOUNT, 2, 10),
                        broken,
                        w(desk, "w3", ACCOUNT, 3, 10)));

        assertEquals(
                List.of("applied 2", "OutcomeRejected", "applied 3", "IllegalStateException", "applied 4"),
                told(answers));
        assertInstanceOf(OutcomeRejected.class, answers.get(1).<Object>fold(outcome -> outcome, failure -> failure));
        assertEffects(3, before);
    }

    @Test
    void CMD_24_each_aggregate_has_one_transaction_and_answers_keep_their_order() {
        AccountDesk desk = opened(ACCOUNT);
        desk.open(op("open-b"), OWNER, B, 100);
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();
        int commits = steps.seen(Step.COMMIT);
        var approve = permits.commands().plans().approve(reasoned("approve", Permits.reviewer(Permits.R47), IN_REVIEW));

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10),
                        w(desk, "w1", B, 1, 10),
                        approve,
                        w(desk, "w2", ACCOUNT, 2, 10),
                        w(desk, "w2", B, 1, 10)));

        assertEquals(List.of("applied 2", "applied 2", "applied 6", "applied 3", "out-of-date"), told(answers));
        assertEquals(3, steps.seen(Step.COMMIT) - commits, "commits");
        assertEffects(4, before);
    }

    @Test
    void CMD_24_commands_with_one_key_keep_their_order_though_their_aggregates_differ() {
        AccountDesk desk = accounts();
        Subject second = new Subject("b-2");

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10),
                        desk.opening(op("open"), OWNER, second, 100),
                        desk.opening(op("open"), OWNER, ACCOUNT, 100),
                        desk.opening(op("open"), OWNER, second, 100)));

        assertEquals(List.of("subject-not-found", "applied 1", "operation-conflict", "replayed 1"), told(answers));
    }

    @Test
    void CMD_24_commands_on_one_aggregate_keep_their_order_though_their_stores_are_two_objects() {
        AccountDesk desk = opened(ACCOUNT);
        AccountDesk same = new AccountDesk(desk.engine(), node().accounts());

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "w1", ACCOUNT, 1, 10), w(same, "w2", ACCOUNT, 2, 20), w(desk, "w3", ACCOUNT, 3, 30)));

        assertEquals(List.of("applied 2", "applied 3", "applied 4"), told(answers));
    }

    @Test
    void CMD_24_openings_and_what_follows_them_can_be_in_one_list() {
        AccountDesk desk = accounts();
        Snapshot before = snapshot();

        List<CommandAnswer> answers = desk.engine()
                .handleAll(List.of(
                        w(desk, "early", ACCOUNT, 1, 10),
                        desk.opening(op("open"), OWNER, ACCOUNT, 100),
                        w(desk, "w1", ACCOUNT, 1, 10),
                        desk.opening(op("open"), OWNER, ACCOUNT, 100),
                        desk.opening(op("open-again"), OWNER, ACCOUNT, 100),
                        desk.opening(op("open-b"), OWNER, B, 100)));

        assertEquals(
                List.of("subject-not-found", "applied 1", "applied 2", "replayed 1", "already-open", "applied 1"),
                told(answers));
        assertEffects(3, before);
    }

    @Test
    void CMD_24_a_repeated_list_is_replayed_as_a_whole_and_in_parts() {
        AccountDesk desk = opened(ACCOUNT);
        List<Command<?>> list = new ArrayList<>(List.of(w(desk, "w1", ACCOUNT, 1, 10), w(desk, "w2", ACCOUNT, 2, 10)));
        List<CommandAnswer> first = desk.engine().handleAll(list);

        List<CommandAnswer> repeat = writingNothing(() -> desk.engine().handleAll(list));
        list.add(w(desk, "w3", ACCOUNT, 3, 10));
        List<CommandAnswer> longer = desk.engine().handleAll(list);

        assertReplayed(first.get(0).orElseThrow(), repeat.get(0).orElseThrow());
        assertReplayed(first.get(1).orElseThrow(), repeat.get(1).orElseThrow());
        assertEquals(List.of("replayed 2", "replayed 3", "applied 4"), told(longer));
    }

    @ConcurrencyTest
    void CMD_24_a_busy_aggregate_fails_its_own_commands_alone() {
        requires(Feature.ROW_LOCKS);
        AccountDesk desk = opened(ACCOUNT);
        desk.open(op("open-b"), OWNER, B, 100);
        CommandEngine impatient = engine().lockWait(Duration.ofMillis(200)).build();
        try (Holder holder = Holder.waiting(crew(), node().adapter(), node().accounts(), ACCOUNT)) {
            holder.awaitHeld();
            List<CommandAnswer> answers = impatient.handleAll(
                    List.of(w(desk, "w1", ACCOUNT, 1, 10), w(desk, "w1", B, 1, 10), w(desk, "w2", ACCOUNT, 2, 10)));

            assertEquals(
                    List.of(CaseBusy.class.getSimpleName(), "applied 2", CaseBusy.class.getSimpleName()),
                    told(answers));
        }
    }

    @ConcurrencyTest
    void CMD_24_equal_lists_at_the_same_time_have_one_effect_for_each_member() {
        AccountDesk desk = opened(ACCOUNT);
        Snapshot before = snapshot();
        int copies = 4;

        List<List<CommandAnswer>> answers = crew().atOnce(
                        copies,
                        i -> desk.engine()
                                .handleAll(List.of(w(desk, "w1", ACCOUNT, 1, 10), w(desk, "w2", ACCOUNT, 2, 10))));

        for (int member = 0; member < 2; member++) {
            int place = member;
            assertEquals(
                    1,
                    answers.stream()
                            .filter(list -> list.get(place).orElseThrow() instanceof Outcome.Applied)
                            .count());
        }
        assertEffects(2, before);
    }

    @Test
    void CMD_24_a_list_gives_each_command_the_answer_that_it_would_have_had_alone() {
        AccountDesk desk = opened(ACCOUNT);
        desk.open(op("open-b"), OWNER, B, 100);
        Random random = new Random(24);
        long revision = 1;
        List<Command<?>> together = new ArrayList<>();
        List<Outcome> alone = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            OperationId operation = op("op-" + random.nextInt(15));
            Revision expected = new Revision(Math.max(1, revision - random.nextInt(3)));
            long cents = random.nextInt(12);
            together.add(desk.withdrawal(operation, OWNER, ACCOUNT, expected, cents));
            Outcome outcome = desk.withdraw(operation, OWNER, B, expected, cents);
            alone.add(outcome);
            long now = revision;
            revision = outcome.fold(applied -> applied.revision().value(), replayed -> now, refused -> now);
        }

        List<CommandAnswer> answers = desk.engine().handleAll(together);

        assertEquals(
                alone.stream()
                        .map(CommandAnswer.Answered::new)
                        .map(ListRules::told)
                        .toList(),
                told(answers));
    }

    private AccountDesk opened(Subject id) {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, id, 100).orElseThrow();
        return desk;
    }

    private static Command<?> w(AccountDesk desk, String operation, Subject id, long expected, long cents) {
        return desk.withdrawal(op(operation), OWNER, id, new Revision(expected), cents);
    }

    private static List<String> told(List<CommandAnswer> answers) {
        return answers.stream().map(ListRules::told).toList();
    }

    private static String told(CommandAnswer answer) {
        return answer.fold(
                outcome -> outcome.fold(
                        applied -> "applied " + applied.revision(),
                        replayed -> "replayed " + replayed.revision(),
                        refused -> refused.refusal().code()),
                failure -> failure.getClass().getSimpleName());
    }
}
