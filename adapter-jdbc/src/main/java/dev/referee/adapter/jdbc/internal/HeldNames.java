package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.adapter.jdbc.dialect.NameLocks;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The names that one transaction holds on a server that would keep them after it. Each is taken once, because the server counts, and stays
 * here until it was given back. Used by one thread.
 */
final class HeldNames {

    private final NameLocks locks;
    private final Set<LockKey> taken = new LinkedHashSet<>();

    /** Whether somebody gives back what is here when the transaction ends. */
    private boolean attended;

    HeldNames(NameLocks locks) {
        this.locks = locks;
    }

    boolean has(LockKey key) {
        return taken.contains(key);
    }

    /** Before the server is asked: what comes of it may stay unknown. Nothing where the server itself ends locks with the transaction. */
    void add(LockKey key) {
        if (locks.release(List.of(key)).isPresent()) {
            taken.add(key);
        }
    }

    /** The server said that it was not taken. */
    void remove(LockKey key) {
        taken.remove(key);
    }

    boolean isAttended() {
        return attended;
    }

    void attend() {
        attended = true;
    }

    boolean isEmpty() {
        return taken.isEmpty();
    }

    /** What gives all of them back; empty if there is none. */
    Optional<Sql> release() {
        return taken.isEmpty() ? Optional.empty() : locks.release(List.copyOf(taken));
    }

    /** They have been given back. */
    void forget() {
        taken.clear();
    }
}
