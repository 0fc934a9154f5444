package dev.referee.acceptance.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.inmemory.InMemoryFixture;
import dev.referee.acceptance.report.RuleId;
import dev.referee.acceptance.steps.TookTooLong;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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

    /** A broken adapter, and the tests that catch it; the rules that they belong to name its fault. */
    private record Line(Supplier<Fault> fault, Set<String> rules, List<String> tests) {
        @Override
        public String toString() {
            return fault.get().getClass().getSimpleName() + " is caught by " + rules;
        }
    }

    private static final List<Line> LINES = List.of(
            line(
                    NoRowLock::new,
                    "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay",
                    "ROW_1_the_second_locker_waits_and_reads_what_the_first_committed",
                    "ROW_2_no_wait_answers_busy_at_once"),
            line(LookupBeforeLock::new, "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay"),
            line(
                    LookupInLockingStatement::new,
                    "CMD_11_a_copy_that_waited_for_the_first_one_is_its_replay",
                    "CMD_13_an_approval_that_waited_for_the_removal_is_refused"),
            line(NoUniqueConstraint::new, "CMD_21_copies_of_an_opening_that_all_found_none_give_one_case"),
            line(OutboxRowOnItsOwn::new, "CMD_1_all_rows_appear_with_one_commit"),
            line(
                    CommitAfterFailure::new,
                    "TX_3_nothing_is_committed_after_a_busy_row_was_passed_over",
                    "TX_3_nothing_is_committed_after_a_swallowed_deadlock"),
            line(
                    KeysWithoutCase::new,
                    "CMD_18_operation_ids_differ_by_every_byte",
                    "CMD_18_the_longest_ids_differ_in_their_last_byte",
                    "CMD_18_subjects_differ_by_every_byte"),
            line(KeysWithoutScope::new, "CMD_19_the_same_id_under_another_aggregate_is_another_operation"));

    static Stream<Line> lines() {
        return LINES.stream();
    }

    @ParameterizedTest
    @MethodSource("lines")
    void each_broken_adapter_is_caught_by_the_rule_that_names_its_fault(Line line) {
        List<String> missed = new ArrayList<>();
        for (SuiteRun.Ended ended : run(line.fault(), line.tests())) {
            boolean caught = ended.result()
                    .getThrowable()
                    .filter(thrown -> thrown instanceof AssertionError && !(thrown instanceof TookTooLong))
                    .isPresent();
            if (!caught || ended.result().getStatus() != Status.FAILED) {
                missed.add(ended.toString());
            }
        }
        assertEquals(List.of(), missed, "not caught, or not by an assertion");
    }

    @Test
    void the_adapter_without_a_fault_passes_the_same_tests() {
        Set<String> tests =
                LINES.stream().flatMap(line -> line.tests().stream()).collect(Collectors.toSet());
        List<SuiteRun.Ended> failed = run(NoFault::new, List.copyOf(tests)).stream()
                .filter(ended -> ended.result().getStatus() != Status.SUCCESSFUL)
                .toList();
        assertEquals(List.of(), failed);
    }

    /** Runs the tests, and asserts that each of them was run as often as was asked for. */
    private static List<SuiteRun.Ended> run(Supplier<Fault> fault, List<String> tests) {
        List<SuiteRun.Ended> all = new ArrayList<>();
        for (int i = 0; i < REPEAT; i++) {
            all.addAll(SuiteRun.on(new BrokenFixture(new InMemoryFixture(), fault), tests));
        }
        NavigableMap<String, Long> counts =
                all.stream().collect(Collectors.groupingBy(SuiteRun.Ended::test, TreeMap::new, Collectors.counting()));
        assertEquals(new TreeSet<>(tests), counts.keySet(), "the tests that were run");
        assertTrue(counts.values().stream().allMatch(count -> count == REPEAT), counts::toString);
        return all;
    }

    private static Line line(Supplier<Fault> fault, String... tests) {
        Set<String> rules = new TreeSet<>();
        for (String test : tests) {
            rules.add(RuleId.ofTest(test).orElseThrow());
        }
        return new Line(fault, rules, List.of(tests));
    }
}
