package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.TestStore.Entrance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.opentest4j.AssertionFailedError;

/**
 * Many workers of several processes that run the same actions at the same time. Used by one thread.
 *
 * @param processes to be started
 * @param threads of each process
 * @param actions of all of them together
 * @param keys among which the actions are shared evenly
 * @param timeToLive of each key
 * @param atLeast for how long the workers begin anew when they have come to the end
 */
public record ActionStorm(int processes, int threads, int actions, int keys, Duration timeToLive, Duration atLeast) {

    int workers() {
        return processes * threads;
    }

    /** What {@link #parse} takes. */
    private String text() {
        return String.join(
                ",",
                Integer.toString(processes),
                Integer.toString(threads),
                Integer.toString(actions),
                Integer.toString(keys),
                timeToLive.toString(),
                atLeast.toString());
    }

    static ActionStorm parse(String text) {
        String[] parts = text.split(",", -1);
        return new ActionStorm(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                Duration.parse(parts[4]),
                Duration.parse(parts[5]));
    }

    /** Runs it to its end. */
    public Outcome blow(Entrance entrance) {
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < processes; i++) {
                children.add(ChildJvm.running(
                        StormWorkers.class, entrance.opener(), entrance.where(), text(), Integer.toString(i)));
            }
            children.forEach(child -> child.awaitLine(StormWorkers.READY));
            long startedAt = System.nanoTime();
            children.forEach(child -> child.tell(StormWorkers.GO));
            Outcome outcome = new Outcome();
            children.forEach(outcome::read);
            outcome.took = Duration.ofNanos(System.nanoTime() - startedAt);
            return outcome;
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    /** What all workers have told. */
    public static final class Outcome {

        private final Map<String, Set<String>> results = new HashMap<>();
        private final Map<String, List<Claimed>> claims = new HashMap<>();
        private final Map<String, Integer> answers = new HashMap<>();
        private long waits;
        private Duration took = Duration.ZERO;

        private Outcome() {}

        private void read(ChildJvm child) {
            for (String line = child.awaitLine(); !line.equals(StormWorkers.DONE); line = child.awaitLine()) {
                if (line.startsWith(StormWorkers.ANSWERED)) {
                    String[] words =
                            line.substring(StormWorkers.ANSWERED.length()).split(" ", 3);
                    answers.merge(words[0], 1, Integer::sum);
                    results.computeIfAbsent(words[1], key -> new HashSet<>()).add(words[2]);
                } else if (line.startsWith(StormWorkers.ACQUIRED)) {
                    String[] words =
                            line.substring(StormWorkers.ACQUIRED.length()).split(" ", 3);
                    claims.computeIfAbsent(words[0], key -> new ArrayList<>())
                            .add(new Claimed(Long.parseLong(words[1]), Long.parseLong(words[2])));
                } else if (line.startsWith(StormWorkers.WAITS)) {
                    waits += Long.parseLong(line.substring(StormWorkers.WAITS.length()));
                } else {
                    throw new AssertionFailedError("a worker said: " + line);
                }
            }
        }

        /** The different results that the callers of a key were given. */
        public Set<String> resultsOf(String key) {
            return results.getOrDefault(key, Set.of());
        }

        /** When a key was acquired, in no order. */
        public List<Claimed> claimsOf(String key) {
            return claims.getOrDefault(key, List.of());
        }

        /** How many actions were answered so: Ran, Replayed, Pending, Mismatch, Refused, or Lost if the result came too late. */
        public int answered(String how) {
            return answers.getOrDefault(how, 0);
        }

        @Override
        public String toString() {
            return answers + ", " + waits + " times told to wait, " + took.toMillis() + " ms";
        }
    }

    /**
     * The moment of a claim lies between these.
     *
     * @param asked in microseconds since 1970
     * @param answered as well
     */
    public record Claimed(long asked, long answered) {}
}
