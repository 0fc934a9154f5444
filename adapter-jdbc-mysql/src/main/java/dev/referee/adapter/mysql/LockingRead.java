package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.application.lock.LockWait;

/** The parts of a locking read that both servers write alike. */
final class LockingRead {

    private static final String SELECT = "SELECT";

    private LockingRead() {}

    /** What follows the first word, so that a limit can be put before it. */
    static String afterSelect(Sql select) {
        String text = select.text().strip();
        if (!text.regionMatches(true, 0, SELECT, 0, SELECT.length())) {
            throw new IllegalArgumentException("a statement that is limited must begin with SELECT, but is: " + text);
        }
        return text.substring(SELECT.length());
    }

    /** On a line of its own, so that no comment at the end of the statement can swallow it. */
    static String clause(LockWait wait) {
        return "\nFOR UPDATE" + wait.<String>fold(upTo -> "", noWait -> " NOWAIT", skip -> " SKIP LOCKED");
    }
}
