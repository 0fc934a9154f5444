package dev.referee.adapter.redis;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a majority holds, by what each node says that answered. */
final class Tally {

    private Tally() {}

    /** Those that a majority may hold: nodes that did not answer may be among their holders. */
    static List<Held> of(List<Reply> replies, QuorumSize size) {
        int silent = size.nodes() - replies.size();
        int needed = Math.max(1, size.majority() - silent);
        Map<Named, List<Held>> byLease = replies.stream()
                .flatMap(reply -> Held.in(reply).stream())
                .collect(Collectors.groupingBy(held -> new Named(held.name(), held.fence())));
        return byLease.values().stream()
                .filter(same -> same.size() >= needed)
                .map(same -> untilTooFew(same, needed))
                .toList();
    }

    /** The lease ends when the last node but too few lets go. */
    private static Held untilTooFew(List<Held> same, int needed) {
        List<Held> longestFirst = same.stream()
                .sorted((a, b) -> Long.compare(b.deadlineMicros(), a.deadlineMicros()))
                .toList();
        return longestFirst.get(needed - 1);
    }

    private record Named(String name, long fence) {}
}
