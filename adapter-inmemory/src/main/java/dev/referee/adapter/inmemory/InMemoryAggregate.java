package dev.referee.adapter.inmemory;

import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.PermitCase;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Says under which name {@link InMemoryAdapter} keeps one kind of aggregate, and how to find identity and revision in its state.
 *
 * <pre>{@code
 * var accounts = InMemoryAggregate.of("account", Account::subject, Account::revision);
 * }</pre>
 *
 * <p>It holds no state: two descriptions of the same name, used with the same adapter, mean the same table and must agree on the type of
 * the state, which has to be immutable. The functions run on the command's thread, without any lock of the adapter being held but those
 * of the command's own rows. Safe for many threads if the functions are.
 *
 * @param <S> the aggregate's state
 */
public final class InMemoryAggregate<S> implements AggregateStore<S> {

    /** A case is stored as a read gives it back, without the added fee, which becomes a row of its own. */
    static final InMemoryAggregate<PermitCase> PERMIT_CASES = new InMemoryAggregate<>(
            RowKey.PERMIT_CASE,
            permitCase -> permitCase.id().subject(),
            PermitCase::revision,
            PermitCase::withoutAddedFee,
            permitCase -> permitCase
                    .addedFee()
                    .map(fee -> Map.entry(RowKey.feeLine(permitCase.id().subject(), fee.number()), fee)),
            (stored, next) -> true);

    private final String name;
    private final Function<? super S, Subject> subject;
    private final Function<? super S, Revision> revision;
    private final UnaryOperator<S> stored;
    private final Function<? super S, Optional<? extends Map.Entry<RowKey, ?>>> child;
    private final BiPredicate<? super S, ? super S> guard;

    private InMemoryAggregate(
            String name,
            Function<? super S, Subject> subject,
            Function<? super S, Revision> revision,
            UnaryOperator<S> stored,
            Function<? super S, Optional<? extends Map.Entry<RowKey, ?>>> child,
            BiPredicate<? super S, ? super S> guard) {
        this.name = name;
        this.subject = subject;
        this.revision = revision;
        this.stored = stored;
        this.child = child;
        this.guard = guard;
    }

    /**
     * Describes a kind of aggregate.
     *
     * @param name of its table: 1 to 64 of a-z, 0-9, underscore, dot and hyphen, and none of the adapter's own ({@code operation},
     *     {@code audit}, {@code event}, {@code permit_case}, {@code fee_line}, {@code job})
     * @param subject gives the identity, which a change never alters
     * @param revision gives the revision
     * @throws IllegalArgumentException if the name is malformed or taken
     */
    public static <S> InMemoryAggregate<S> of(
            String name, Function<? super S, Subject> subject, Function<? super S, Revision> revision) {
        RowKey.checkTable(name);
        return new InMemoryAggregate<>(
                name, subject, revision, UnaryOperator.identity(), state -> Optional.empty(), (stored, next) -> true);
    }

    /**
     * The same kind of aggregate, whose updates have one more condition, checked under the row's lock together with the revision; where it
     * does not hold, nothing is changed. What {@code AND fence <= ?} is in the UPDATE of an SQL store.
     *
     * @param condition of the state that is stored, and of the one that is to be written
     */
    public InMemoryAggregate<S> guardedBy(BiPredicate<? super S, ? super S> condition) {
        return new InMemoryAggregate<>(name, subject, revision, stored, child, condition);
    }

    static <S> InMemoryAggregate<S> require(AggregateStore<S> store) {
        if (store instanceof InMemoryAggregate<S> known) {
            return known;
        }
        throw new IllegalArgumentException("the in-memory adapter needs an InMemoryAggregate, but was given a "
                + store.getClass().getName());
    }

    @Override
    public Revision revisionOf(S state) {
        return revision.apply(state);
    }

    RowKey keyOf(Subject aggregate) {
        return RowKey.aggregate(name, aggregate);
    }

    RowKey keyOf(S state) {
        return keyOf(subject.apply(state));
    }

    S stored(S state) {
        return stored.apply(state);
    }

    boolean allows(S present, S next) {
        return guard.test(present, next);
    }

    /** The child row that the change to this state adds. */
    Optional<? extends Map.Entry<RowKey, ?>> childOf(S state) {
        return child.apply(state);
    }

    @SuppressWarnings("unchecked")
    S state(Object row) {
        return (S) row;
    }

    @Override
    public String toString() {
        return name;
    }
}
