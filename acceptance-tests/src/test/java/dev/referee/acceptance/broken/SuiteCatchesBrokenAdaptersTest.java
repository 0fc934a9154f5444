package dev.referee.acceptance.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.inmemory.InMemoryFixture;
import dev.referee.acceptance.report.RuleId;
import dev.referee.acceptance.sql.SqlFixtures;
import dev.referee.acceptance.steps.TookTooLong;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * The suite finds what it is there to find: each broken adapter fails the tests that its line in {@link #LINES} names, and the same adapter
 * without the fault passes them. A test has to fail by an assertion of its own: neither by an error, nor because something took too long.
 *
 * <p>With {@code -Dreferee.broken.repeat=20} each is run 20 times and has to be caught each time.
 */
class SuiteCatchesBrokenAdaptersTest {

    private static final int REPEAT = Integer.getInteger("referee.broken.repeat", 1);

    /** What the faults are laid over. */
    private enum Healthy {
        IN_MEMORY,
        /** For what needs a network. */
        POSTGRESQL;

        EngineFixture fixture() {
            return this == IN_MEMORY ? new InMemoryFixture() : SqlFixtures.postgres18();
        }
    }

    /** A broken adapter, and the tests that catch it; the rules that they belong to name its fault. */
    private record Line(Supplier<Fault> fault, Healthy healthy, List<String> tests) {
        @Override
        public String toString() {
            Set<String> rules = new TreeSet<>();
            tests.forEach(test -> rules.add(RuleId.ofTest(test).orElseThrow()));
            return fault.get().getClass().getSimpleName() + " is caught by " + String.join(", ", rules);
        }
    }

    private static final List<Line> LINES = List.of(
            inMemory(
                    NoRowLock::new,
                    "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay",
                    "CMD_17_one_waiter_is_told_busy_after_the_asked_time_and_goes_on_with_its_connection",
                    "ROW_1_the_second_locker_waits_and_reads_what_the_first_committed",
                    "ROW_2_no_wait_answers_busy_at_once"),
            inMemory(LookupBeforeLock::new, "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay"),
            inMemory(
                    LookupInLockingStatement::new,
                    "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay",
                    "CMD_13_an_approval_that_waited_for_the_removal_is_refused"),
            inMemory(NoUniqueConstraint::new, "CMD_21_copies_of_an_opening_that_all_found_none_give_one_case"),
            inMemory(
                    OutboxRowOnItsOwn::new,
                    "CMD_1_all_rows_appear_with_one_commit",
                    "CMD_14_a_fault_at_any_step_of_an_approval_leaves_nothing_behind",
                    "CMD_14_a_fault_at_any_step_of_an_opening_leaves_nothing_behind"),
            onPostgres(
                    OutboxRowAfterCommit::new,
                    "CMD_15_a_lost_reply_to_the_commit_of_an_approval_gives_the_applied_outcome"),
            inMemory(CommitAfterFailure::new, "TX_3_nothing_is_committed_after_a_busy_row_was_passed_over"),
            inMemory(
                    KeysWithoutCase::new,
                    "CMD_18_operation_ids_differ_by_every_byte",
                    "CMD_18_the_longest_ids_differ_in_their_last_byte",
                    "CMD_18_subjects_differ_by_every_byte"),
            inMemory(RetryOfLastStatement::new, "CMD_16_after_a_deadlock_the_command_is_decided_on_fresh_state"),
            inMemory(WaitForEachHolder::new, "CMD_17_a_change_of_holder_does_not_lengthen_the_wait"),
            inMemory(KeysWithoutScope::new, "CMD_19_the_same_id_under_another_aggregate_is_another_operation"),
            onPostgres(
                    LostReplyToldAsFailure::new,
                    "CMD_15_a_lost_reply_to_the_commit_of_an_approval_gives_the_applied_outcome"),
            inMemory(
                    AuditRowSurvivesRollback::new,
                    "CMD_14_a_fault_at_any_step_of_an_approval_leaves_nothing_behind",
                    "CMD_14_a_fault_at_any_step_of_an_opening_leaves_nothing_behind"),
            inMemory(ReleaseByNameAlone::new, "LEASE_1_a_stale_token_changes_nothing_and_is_told_so"),
            inMemory(
                    RenewalRevivesWhatIsOver::new,
                    "LEASE_1_what_is_over_is_neither_renewed_nor_released_though_nobody_took_it"),
            inMemory(
                    ExpiryByTheClientsClock::new,
                    "LEASE_2_what_is_over_by_the_stores_clock_can_be_taken_whatever_the_holder_counts"),
            inMemory(FenceRestartsAfterRelease::new, "LEASE_3_the_fence_rises_over_release_expiry_and_a_new_node"),
            inMemory(NamesReleasedBeforeCommit::new, "ADV_3_a_name_is_held_until_the_commit_and_not_longer"),
            inMemory(NamesLeftOnConnection::new, "ADV_3_a_name_is_free_after_a_rollback_and_after_an_exception"),
            inMemory(NamesWithoutCase::new, "ADV_4_names_differ_by_every_byte"),
            inMemory(GuardNotTold::new, "UNIQUE_2_the_answer_names_which_constraint_fired"),
            onPostgres(LossTakenForWin::new, "UNIQUE_3_a_winner_that_is_gone_again_is_not_taken_for_a_win"),
            inMemory(UpdateByIdAlone::new, "OPT_1_an_update_with_a_stale_version_changes_nothing_and_says_so"),
            inMemory(
                    ClaimWithoutSkipping::new,
                    "SKIP_1_claimers_at_once_never_get_the_same_job",
                    "SKIP_1_many_workers_do_each_of_many_jobs_once_and_nobody_is_a_deadlocks_victim"),
            inMemory(
                    ClaimByUnlockedRead::new,
                    "SKIP_1_claimers_at_once_never_get_the_same_job",
                    "SKIP_1_many_workers_do_each_of_many_jobs_once_and_nobody_is_a_deadlocks_victim"),
            inMemory(
                    FinishByIdAlone::new,
                    "SKIP_3_a_worker_that_dies_loses_its_job_and_its_late_finish_is_refused",
                    "SKIP_4_with_a_token_that_is_not_the_jobs_nothing_is_changed"),
            inMemory(
                    JsonStoredAsJson::new,
                    "CMD_2_the_exact_repeat_gives_the_stored_outcome_and_writes_nothing",
                    "CMD_23_nothing_like_values_are_outcomes_and_replay_as_themselves",
                    "DATA_3_json_comes_back_byte_for_byte"));

    static List<Line> lines() {
        return LINES;
    }

    @ParameterizedTest
    @MethodSource("lines")
    void a_broken_adapter_is_caught_by_the_rule_that_names_its_fault(Line line) {
        List<SuiteRun.Ended> missed = run(line.healthy(), line.fault(), line.tests()).stream()
                .filter(ended -> ended.result().getStatus() != Status.FAILED
                        || ended.result()
                                .getThrowable()
                                .filter(thrown -> thrown instanceof AssertionError && !(thrown instanceof TookTooLong))
                                .isEmpty())
                .toList();
        assertEquals(List.of(), missed, "not caught, or not by an assertion");
    }

    @ParameterizedTest
    @EnumSource
    void the_adapter_without_a_fault_passes_the_same_tests(Healthy healthy) {
        Set<String> tests = LINES.stream()
                .filter(line -> line.healthy() == healthy)
                .flatMap(line -> line.tests().stream())
                .collect(Collectors.toSet());
        List<SuiteRun.Ended> failed = run(healthy, NoFault::new, List.copyOf(tests)).stream()
                .filter(ended -> ended.result().getStatus() != Status.SUCCESSFUL)
                .toList();
        assertEquals(List.of(), failed);
    }

    /** Runs the tests, and asserts that each of them was run as often as was asked for. */
    private static List<SuiteRun.Ended> run(Healthy healthy, Supplier<Fault> fault, List<String> tests) {
        List<SuiteRun.Ended> all = new ArrayList<>();
        for (int i = 0; i < REPEAT; i++) {
            all.addAll(SuiteRun.on(new BrokenFixture(healthy.fixture(), fault), tests));
        }
        for (SuiteRun.Ended ended : all) {
            assumeTrue(ended.result().getStatus() != Status.ABORTED, ended::toString);
        }
        NavigableMap<String, Long> counts =
                all.stream().collect(Collectors.groupingBy(SuiteRun.Ended::test, TreeMap::new, Collectors.counting()));
        assertEquals(new TreeSet<>(tests), counts.keySet(), "the tests that were run");
        assertTrue(counts.values().stream().allMatch(count -> count == REPEAT), counts::toString);
        return all;
    }

    private static Line inMemory(Supplier<Fault> fault, String... tests) {
        return new Line(fault, Healthy.IN_MEMORY, List.of(tests));
    }

    private static Line onPostgres(Supplier<Fault> fault, String... tests) {
        return new Line(fault, Healthy.POSTGRESQL, List.of(tests));
    }
}
