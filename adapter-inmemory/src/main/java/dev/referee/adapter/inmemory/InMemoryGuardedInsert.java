package dev.referee.adapter.inmemory;

import dev.referee.application.port.GuardedInsert;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Says under which name {@link InMemoryAdapter} keeps one kind of row with unique values, and how to find them in it. Safe for many threads if
 * the functions are.
 *
 * <pre>{@code
 * var members = InMemoryGuardedInsert.of("member", Member::id, Map.of("email-taken", Member::email));
 * }</pre>
 *
 * @param <V> the row, immutable
 */
public final class InMemoryGuardedInsert<V> implements GuardedInsert<V> {

    private final String name;
    private final Function<? super V, String> key;
    private final SortedMap<String, Function<? super V, String>> guards;

    private InMemoryGuardedInsert(
            String name, Function<? super V, String> key, Map<String, Function<? super V, String>> guards) {
        this.name = name;
        this.key = key;
        this.guards = new TreeMap<>(guards);
    }

    /**
     * Describes a kind of row.
     *
     * @param name of its table, as for {@link InMemoryAggregate#of}, and of no aggregate's: an adapter refuses to keep both under one name
     * @param key gives the primary key, whose violation is a failure
     * @param guards what each unique value means, and how to find it; none may be null in a row
     * @throws IllegalArgumentException if the name is malformed or taken, or there is no guard
     */
    public static <V> InMemoryGuardedInsert<V> of(
            String name, Function<? super V, String> key, Map<String, Function<? super V, String>> guards) {
        RowKey.checkTable(name);
        if (guards.isEmpty()) {
            throw new IllegalArgumentException("guards must not be empty");
        }
        return new InMemoryGuardedInsert<>(name, key, guards);
    }

    @Override
    public Set<String> guards() {
        return Set.copyOf(guards.keySet());
    }

    String name() {
        return name;
    }

    RowKey keyOf(V row) {
        return RowKey.guarded(name, value("the primary key", key, row));
    }

    private String value(String what, Function<? super V, String> of, V row) {
        return Optional.ofNullable(of.apply(row))
                .orElseThrow(() -> new IllegalArgumentException(what + " of a row of " + name + " must not be null"));
    }

    /** The guards in their order, each with the key of its value, which nobody else may have. */
    SortedMap<String, RowKey> valuesOf(V row) {
        SortedMap<String, RowKey> values = new TreeMap<>();
        guards.forEach((guard, value) -> values.put(
                guard, RowKey.guarded(name + " " + guard, value("the value of guard " + guard, value, row))));
        return values;
    }

    @SuppressWarnings("unchecked")
    V row(Object stored) {
        return (V) stored;
    }
}
