package dev.referee.acceptance.broken;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.acceptance.engine.IdempotencyEngine;
import dev.referee.acceptance.steps.TookTooLong;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.engine.TestExecutionResult.Status;

/**
 * The contract kit finds what it is there to find: each broken idempotency store fails the tests that its line names, by an assertion, and the
 * same store without the fault passes them. {@code -Dreferee.broken.repeat=20} as in {@link SuiteCatchesBrokenAdaptersTest}.
 */
class KitCatchesBrokenClaimsTest {

    private static final int REPEAT = Integer.getInteger("referee.broken.repeat", 1);

    private record Line(BiFunction<MapClaims.Rows, Duration, MapClaims> claims, Set<String> tests) {
        @Override
        public String toString() {
            return claims.apply(new MapClaims.Rows(), Duration.ZERO).getClass().getSimpleName();
        }
    }

    private static final List<Line> LINES = List.of(
            line(
                    ReadThenWrite::new,
                    "CLAIM_1_one_of_64_who_claim_a_new_key_at_once_acquires_it",
                    "CLAIM_1_one_of_64_who_claim_an_expired_key_at_once_acquires_it"),
            line(ClaimsWithoutCase::new, "CLAIM_1_keys_differ_by_every_byte"),
            line(ClaimsByTheClientsClock::new, "CLAIM_1_a_clients_clock_changes_nothing"),
            line(
                    RecordByKeyAlone::new,
                    "CLAIM_2_a_late_owner_is_refused_and_the_successors_result_stands",
                    "CLAIM_2_a_token_that_is_not_the_claims_changes_nothing"),
            line(RecordAfterTheEnd::new, "CLAIM_2_what_is_over_is_neither_recorded_nor_released_though_nobody_took_it"),
            line(
                    ReleaseByKeyAlone::new,
                    "CLAIM_2_a_late_owner_is_refused_and_the_successors_result_stands",
                    "CLAIM_2_a_token_that_is_not_the_claims_changes_nothing"),
            line(TimeBeginsAnewWithTheResult::new, "CLAIM_3_completion_and_replay_extend_nothing"),
            line(DigestForgottenWithTheResult::new, "CLAIM_4_another_digest_is_a_mismatch_in_every_state"),
            line(NullTakenForAbsence::new, "CLAIM_5_nothing_like_values_are_results_and_replay_as_themselves"),
            line(ResultsTidied::new, "CLAIM_5_json_is_kept_as_it_stands"),
            line(PurgeByKeyAlone::new, "CLAIM_7_beside_deletion_whoever_claims_a_key_again_keeps_it"),
            line(NewestDeletedFirst::new, "CLAIM_7_the_oldest_go_first_and_no_more_than_asked_for"));

    static List<Line> lines() {
        return LINES;
    }

    @ParameterizedTest
    @MethodSource("lines")
    void a_broken_store_is_caught_by_the_rule_that_names_its_fault(Line line) {
        List<SuiteRun.Ended> missed = run(line.claims(), line.tests()).stream()
                .filter(ended -> ended.result()
                        .getThrowable()
                        .filter(thrown -> ended.result().getStatus() == Status.FAILED
                                && thrown instanceof AssertionError
                                && !(thrown instanceof TookTooLong))
                        .isEmpty())
                .toList();
        assertEquals(List.of(), missed, "not caught, or not by an assertion");
    }

    @Test
    void the_store_without_a_fault_passes_the_same_tests() {
        Set<String> tests =
                LINES.stream().flatMap(line -> line.tests().stream()).collect(Collectors.toCollection(TreeSet::new));
        List<SuiteRun.Ended> failed = run(MapClaims::new, tests).stream()
                .filter(ended -> ended.result().getStatus() != Status.SUCCESSFUL)
                .toList();
        assertEquals(List.of(), failed);
    }

    private static List<SuiteRun.Ended> run(BiFunction<MapClaims.Rows, Duration, MapClaims> claims, Set<String> tests) {
        List<SuiteRun.Ended> all = new ArrayList<>();
        for (int i = 0; i < REPEAT; i++) {
            List<SuiteRun.Ended> once = SuiteRun.on(new IdempotencyEngine(new MapClaimsFixture(claims)), tests);
            assertEquals(tests, once.stream().map(SuiteRun.Ended::test).collect(Collectors.toSet()), "were run");
            assertEquals(tests.size(), once.size(), once::toString);
            all.addAll(once);
        }
        return all;
    }

    private static Line line(BiFunction<MapClaims.Rows, Duration, MapClaims> claims, String... tests) {
        return new Line(claims, Set.of(tests));
    }
}
