package dev.referee.adapter.redis;

import java.util.List;

/** The choice of a fence from what the nodes said when the lease was proposed. */
final class Proposal {

    private static final int COUNTER = 3;
    private static final int FENCE = 4;
    private static final int FIRM = 4;
    private static final int RENEWED_FENCE = 2;

    private Proposal() {}

    /**
     * The number for the lease. It is above every number that was granted before, because the nodes that confirmed that one and those that answer
     * now share at least one, whose counter tells.
     *
     * @param replies of a majority at least, refusals among them
     */
    static long fence(List<Reply> replies) {
        long given = replies.stream()
                .filter(reply -> reply.code() == Reply.YES)
                .mapToLong(reply -> reply.number(FENCE))
                .max()
                .orElse(0);
        long counter = counter(replies);
        if (given > 0 && given >= counter) {
            // The token has its number, and nobody was given one since: the reply was lost, and is given again.
            return given;
        }
        long clock = replies.stream().mapToLong(Reply::serverMicros).max().orElse(0);
        return Math.max(counter + 1, clock);
    }

    /** The lease's number, by those that renewed it; 0 if none of them was told. */
    static long fenceOf(List<Reply> renewed) {
        return renewed.stream()
                .mapToLong(reply -> reply.number(RENEWED_FENCE))
                .max()
                .orElse(0);
    }

    private static long counter(List<Reply> replies) {
        return replies.stream()
                .filter(reply -> reply.code() != Reply.OUT)
                .mapToLong(reply -> reply.number(COUNTER))
                .max()
                .orElse(0);
    }

    /** Whether a rival's lease is firm: it will not give way. */
    static boolean isTaken(List<Reply> refusals) {
        return refusals.stream().anyMatch(reply -> reply.number(FIRM) > 0);
    }

    /** When a majority can be had at the earliest, if nobody gives his lease back. */
    static long left(Round round, QuorumSize size) {
        return round.replies().stream()
                .filter(reply -> reply.code() != Reply.OUT)
                .map(reply -> reply.number(2))
                .sorted()
                .skip(size.majority() - 1L)
                .findFirst()
                .or(() -> round.replies(Reply.NO).stream()
                        .map(reply -> reply.number(2))
                        .max(Long::compare))
                .orElse(0L);
    }
}
