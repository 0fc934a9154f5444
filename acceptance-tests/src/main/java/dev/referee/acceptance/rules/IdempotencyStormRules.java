package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.crash.ActionStorm;
import dev.referee.acceptance.crash.ActionStorm.Claimed;
import dev.referee.acceptance.crash.ActionStorm.Outcome;
import dev.referee.application.port.Feature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;

/** Sixteen workers on four processes run actions whose keys they share. */
@Timeout(300)
public abstract class IdempotencyStormRules extends Rules {

    private static final int KEYS = 500;
    private static final ActionStorm STORM = new ActionStorm(4, 4, 10_000, KEYS, Duration.ofHours(1), Duration.ZERO);

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final ActionStorm SHORT_LIVES = new ActionStorm(4, 4, 1_000, 50, SECOND, Duration.ofMillis(3_500));

    /** Some stores cut their clock to milliseconds. */
    private static final long CLOCK_TICK = 2_000;

    private static final Pattern EFFECT = Pattern.compile("payload=(k-\\d+)/(\\S+)");

    @ConcurrencyTest
    void CLAIM_8_of_10000_actions_over_500_keys_on_four_processes_each_key_runs_once_and_all_see_its_result() {
        Outcome outcome = blow(STORM);

        Map<String, List<String>> runs = effects();
        assertEquals(KEYS, runs.size());
        assertEquals(KEYS, outcome.answered("Ran"));
        assertEquals(STORM.actions() - KEYS, outcome.answered("Replayed"));
        runs.forEach((key, once) -> {
            assertEquals(1, once.size(), () -> "runs of " + key);
            assertEquals(resultsOf(once), outcome.resultsOf(key), () -> "what the callers of " + key + " were given");
        });
    }

    @ConcurrencyTest
    void CLAIM_8_where_keys_expire_in_the_midst_each_runs_once_for_each_time_that_it_is_claimed() {
        Outcome outcome = blow(SHORT_LIVES);

        Map<String, List<String>> runs = effects();
        assertEquals(0, outcome.answered("Pending"));
        assertTrue(outcome.answered("Ran") > SHORT_LIVES.keys(), "none has expired");
        assertEquals(SHORT_LIVES.keys(), runs.size());
        runs.forEach((key, all) -> {
            List<Claimed> claims = new ArrayList<>(outcome.claimsOf(key));
            assertEquals(claims.size(), all.size(), () -> "runs of " + key);
            assertEquals(resultsOf(all), outcome.resultsOf(key), () -> "what the callers of " + key + " were given");
            claims.sort(Comparator.comparing(Claimed::answered));
            for (int i = 1; i < claims.size(); i++) {
                long apart = claims.get(i).answered() - claims.get(i - 1).asked();
                assertTrue(
                        apart >= SECOND.toMillis() * 1_000 - CLOCK_TICK,
                        () -> key + " was claimed again after " + apart + " microseconds");
            }
        });
    }

    private Outcome blow(ActionStorm storm) {
        durableStore();
        requires(Feature.DURABILITY, Feature.SEVERAL_PROCESSES);
        Outcome outcome = storm.blow(store().entrance());
        System.out.println("CLAIM-8 on " + fixture().name() + ": " + storm.actions() + " actions, " + storm.keys()
                + " keys, " + storm.timeToLive() + " each: " + outcome);
        return outcome;
    }

    /** The runs of each key, one for each job that was put. */
    private Map<String, List<String>> effects() {
        Map<String, List<String>> runs = new TreeMap<>();
        for (String row : snapshot().tables().getOrDefault("job", List.of())) {
            Matcher effect = EFFECT.matcher(row);
            assertTrue(effect.find(), row);
            runs.computeIfAbsent(effect.group(1), key -> new ArrayList<>()).add(effect.group(2));
        }
        return runs;
    }

    private static Set<String> resultsOf(List<String> runs) {
        return runs.stream().map(run -> "{\"run\":\"" + run + "\"}").collect(Collectors.toSet());
    }
}
