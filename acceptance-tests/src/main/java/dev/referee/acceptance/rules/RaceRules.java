package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.R47;
import static dev.referee.acceptance.rules.Permits.R81;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static dev.referee.acceptance.rules.Permits.reviewer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.Status;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Commands that arrive at the same time. */
public abstract class RaceRules extends Rules {

    private static final int COPIES = 8;

    @ConcurrencyTest
    void CMD_11_n_exact_copies_give_one_applied_and_the_rest_replays() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(COPIES, i -> permits.approve("copy", IN_REVIEW));

        assertOneAppliedAndTheRestReplays(answers);
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_11_exact_copies_on_two_nodes_give_one_applied_and_the_rest_replays() {
        List<Permits> nodes = List.of(permits(), permitsOnAnotherNode());
        nodes.get(0).putInReview();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(COPIES, i -> nodes.get(i % 2).approve("copy", IN_REVIEW));

        assertOneAppliedAndTheRestReplays(answers);
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();
        Stop commit = steps.stopAt(Step.COMMIT);

        Future<Outcome> first = crew().start(() -> permits.approve("copy", IN_REVIEW));
        commit.awaitReached();
        Future<Outcome> second = crew().start(() -> permits.approve("copy", IN_REVIEW));
        awaitBlocked(second);
        commit.release();

        assertApplied(Crew.join(first));
        assertReplayed(Crew.join(first), Crew.join(second));
        assertEffects(1, before);
        assertEquals(
                List.of(), observed.retries(), "the copy found the operation after the lock, without a second try");
    }

    @ConcurrencyTest
    void CMD_12_two_operations_that_compete_for_one_revision_are_never_both_applied() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(
                        2,
                        i -> i == 0
                                ? permits.approve("approve", IN_REVIEW)
                                : permits.commands().reject(reasoned("reject", reviewer(R81), IN_REVIEW)));

        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEquals(1, count(answers, Outcome.Refused.class), answers::toString);
        assertEffects(1, before);
        assertEquals(new Revision(IN_REVIEW + 1), permits.current().revision());
    }

    @ConcurrencyTest
    void CMD_12_of_many_withdrawals_at_one_revision_one_is_applied() {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, ACCOUNT, 100);
        Snapshot before = snapshot();

        List<Outcome> answers =
                crew().atOnce(COPIES, i -> desk.withdraw(op("w-" + i), OWNER, ACCOUNT, Revision.FIRST, 60));

        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEquals(COPIES - 1, count(answers, Outcome.Refused.class), answers::toString);
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_13_an_approval_that_waited_for_the_removal_is_refused() {
        Permits permits = permits();
        permits.putInReview();
        Stop commit = steps.stopAt(Step.COMMIT);

        Future<Outcome> removal =
                crew().start(() -> permits.commands().removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW), R47));
        commit.awaitReached();
        Future<Outcome> atTheOldRevision = crew().start(() -> permits.approve("approve", IN_REVIEW));
        Future<Outcome> atTheNextRevision = crew().start(() -> permits.approve("guess", IN_REVIEW + 1));
        awaitBlocked(atTheOldRevision, atTheNextRevision);
        commit.release();

        assertApplied(Crew.join(removal));
        assertRefused(new NotAuthorized(), Crew.join(atTheOldRevision));
        assertRefused(new NotAuthorized(), Crew.join(atTheNextRevision));
        assertEquals(Status.IN_REVIEW, permits.current().status());
    }

    @ConcurrencyTest
    void CMD_13_a_removal_that_waited_for_the_approval_is_refused() {
        Permits permits = permits();
        permits.putInReview();
        Stop commit = steps.stopAt(Step.COMMIT);

        Future<Outcome> approval = crew().start(() -> permits.approve("approve", IN_REVIEW));
        commit.awaitReached();
        Future<Outcome> removal =
                crew().start(() -> permits.commands().removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW), R47));
        awaitBlocked(removal);
        commit.release();

        assertApplied(Crew.join(approval));
        assertRefused(new IllegalTransition(Status.APPROVED, Action.REMOVE_REVIEWER), Crew.join(removal));
    }

    @ConcurrencyTest
    void CMD_13_whoever_commits_first_decides() {
        Permits permits = permits();
        permits.putInReview();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(
                        2,
                        i -> i == 0
                                ? permits.approve("approve", IN_REVIEW)
                                : permits.commands().removeReviewer(plain("remove", SUPERVISOR, IN_REVIEW), R47));

        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEffects(1, before);
        boolean approved = answers.get(0) instanceof Outcome.Applied;
        assertEquals(approved, permits.current().reviewers().contains(R47));
        assertEquals(
                approved ? Status.APPROVED : Status.IN_REVIEW, permits.current().status());
    }

    @ConcurrencyTest
    void CMD_21_n_copies_of_an_opening_give_one_case() {
        List<Permits> nodes = List.of(permits(), permitsOnAnotherNode());
        Snapshot before = snapshot();

        List<Outcome> answers =
                crew().atOnce(COPIES, i -> nodes.get(i % 2).commands().open(Permits.opening("open", "A shed")));

        assertOneAppliedAndTheRestReplays(answers);
        assertEffects(1, before);
        assertEquals(1, allCases(nodes.get(0)));
    }

    @ConcurrencyTest
    void CMD_21_copies_of_an_opening_that_all_found_none_give_one_case() {
        requires(Feature.ROW_LOCKS);
        Permits permits = permits();
        Snapshot before = snapshot();
        CyclicBarrier allHaveLooked = new CyclicBarrier(COPIES);
        for (int i = 0; i < COPIES; i++) {
            steps.order(Step.WRITE_AGGREGATE, () -> Crew.awaitAll(allHaveLooked));
        }

        List<Outcome> answers = crew().atOnce(COPIES, i -> permits.commands().open(Permits.opening("open", "A shed")));

        assertOneAppliedAndTheRestReplays(answers);
        assertEffects(1, before);
        assertEquals(1, allCases(permits));
    }

    @ConcurrencyTest
    void CMD_21_n_copies_with_the_same_number_give_one_case() {
        Permits permits = permits();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(
                        COPIES,
                        i -> permits.commands()
                                .open(Permits.opening("open", "A shed").under(CASE)));

        assertOneAppliedAndTheRestReplays(answers);
        assertEffects(1, before);
        assertEquals(1, allCases(permits));
    }

    @ConcurrencyTest
    void CMD_21_a_loser_with_another_digest_is_told_of_the_conflict() {
        Permits permits = permits();
        Snapshot before = snapshot();

        IntFunction<Outcome> open = i -> permits.commands().open(Permits.opening("open", "Shed number " + i % 2));
        List<Outcome> answers = crew().atOnce(COPIES, open);

        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEquals(COPIES / 2 - 1, count(answers, Outcome.Replayed.class), answers::toString);
        assertEquals(COPIES / 2, count(answers, Outcome.Refused.class), answers::toString);
        assertTrue(
                answers.stream()
                        .allMatch(answer ->
                                answer.fold(a -> true, r -> true, r -> r.refusal() instanceof OperationConflict)),
                answers::toString);
        assertEffects(1, before);
        assertEquals(1, allCases(permits));
    }

    @ConcurrencyTest
    void CMD_21_openings_that_compete_for_one_number_give_one_case() {
        AccountDesk desk = accounts();
        Snapshot before = snapshot();

        List<Outcome> answers = crew().atOnce(COPIES, i -> desk.open(op("open-" + i), OWNER, ACCOUNT, 100));

        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEquals(COPIES - 1, count(answers, Outcome.Refused.class), answers::toString);
        assertEffects(1, before);
    }

    @ConcurrencyTest
    void CMD_21_a_copy_that_met_an_unfinished_opening_finds_it_in_a_new_transaction() {
        AccountDesk desk = accounts();
        Stop commit = steps.stopAt(Step.COMMIT);

        Future<Outcome> first = crew().start(() -> desk.open(op("open"), OWNER, ACCOUNT, 100));
        commit.awaitReached();
        Future<Outcome> second = crew().start(() -> desk.open(op("open"), OWNER, ACCOUNT, 100));
        awaitBlocked(second);
        commit.release();

        assertApplied(Crew.join(first));
        assertReplayed(Crew.join(first), Crew.join(second));
    }

    private Permits permitsOnAnotherNode() {
        var second = newNode(NodeOptions.DEFAULT);
        return new Permits(
                second, CommandEngine.over(second.adapter()).observer(observed).build());
    }

    private static int allCases(Permits permits) {
        return permits.node()
                .adapter()
                .caseQueries()
                .list(new CaseQueries.Filter(Optional.empty(), Optional.empty(), Optional.empty(), 100))
                .items()
                .size();
    }

    private static void assertOneAppliedAndTheRestReplays(List<Outcome> answers) {
        assertEquals(1, count(answers, Outcome.Applied.class), answers::toString);
        assertEquals(answers.size() - 1, count(answers, Outcome.Replayed.class), answers::toString);
        assertEquals(1, answers.stream().map(Outcome::orElseThrow).distinct().count(), answers::toString);
    }

    private static long count(List<Outcome> answers, Class<? extends Outcome> type) {
        return answers.stream().filter(type::isInstance).count();
    }
}
