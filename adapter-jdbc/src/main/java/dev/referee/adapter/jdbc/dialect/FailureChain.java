package dev.referee.adapter.jdbc.dialect;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The database's own failures behind another one. */
public final class FailureChain {

    private FailureChain() {}

    /** Itself, its causes and their next exceptions, outermost first, each once; only those that are of the database. */
    public static List<SQLException> of(Throwable failure) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<SQLException> found = new ArrayList<>();
        Deque<Throwable> next = new ArrayDeque<>();
        next.add(failure);
        while (!next.isEmpty()) {
            Throwable each = next.removeFirst();
            if (!seen.add(each)) {
                continue;
            }
            Throwable cause = each.getCause();
            if (cause != null) {
                next.addLast(cause);
            }
            if (each instanceof SQLException sql) {
                found.add(sql);
                if (sql.getNextException() != null) {
                    next.addLast(sql.getNextException());
                }
            }
        }
        return found;
    }
}
