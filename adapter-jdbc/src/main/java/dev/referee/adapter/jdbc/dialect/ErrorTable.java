package dev.referee.adapter.jdbc.dialect;

import dev.referee.application.port.Phase;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * What the failures of one server, spoken to by one driver, mean. Rows compare vendor code, SQLState and phase as a whole, never message
 * text, exception class or a part of the state. Immutable.
 *
 * @param rows in the order in which they are tried
 * @param answered tells an error that the server itself has sent from what a driver made up
 * @param codes reads the vendor code of a failure
 */
public record ErrorTable(
        List<ErrorTable.Entry> rows, Predicate<SQLException> answered, ToIntFunction<SQLException> codes) {

    private static final Verdict DEFINITE = new Verdict(Meaning.REJECTED, false, false);

    public ErrorTable {
        rows = List.copyOf(rows);
    }

    /** A table of a server whose unknown answers to COMMIT say nothing. */
    public ErrorTable(List<Entry> rows) {
        this(rows, failure -> false, SQLException::getErrorCode);
    }

    public static ErrorTable of(Entry... rows) {
        return new ErrorTable(Arrays.asList(rows));
    }

    /**
     * The same table, for a server that has rolled back whenever it answers COMMIT with an error that no row knows, and the connection lives
     * on.
     *
     * @param byServer whether the server itself has sent this failure
     */
    public ErrorTable rollingBackWhatItAnswers(Predicate<SQLException> byServer) {
        return new ErrorTable(rows, byServer, codes);
    }

    /** The same table, for a driver that tells the whole vendor code elsewhere than in {@link SQLException#getErrorCode}. */
    public ErrorTable readingCodes(ToIntFunction<SQLException> whole) {
        return new ErrorTable(rows, answered, whole);
    }

    /**
     * The verdict on a failure, by the first in the chain of its causes and next exceptions, outermost first, that a row fits; a row that {@link
     * Entry#yields} only if no other is found. Empty if the table knows none of them.
     *
     * @param alive whether the connection is still open after the failure
     */
    public Optional<Verdict> find(Throwable failure, Phase phase, boolean alive) {
        List<SQLException> chain = FailureChain.of(failure);
        return first(chain, phase, false)
                .or(() -> first(chain, phase, true))
                .map(Entry::verdict)
                .or(() -> alive && chain.stream().anyMatch(answered) ? Optional.of(DEFINITE) : Optional.empty());
    }

    private Optional<Entry> first(List<SQLException> chain, Phase phase, boolean yielding) {
        return chain.stream()
                .flatMap(each -> rows.stream()
                        .filter(row -> row.yielding() == yielding && row.fits(each, codes.applyAsInt(each), phase))
                        .limit(1))
                .findFirst();
    }

    /** Begins a row: any failure with this SQLState, whatever the vendor code. */
    public static Entry state(String state) {
        return row(OptionalInt.empty(), Optional.of(state));
    }

    /** Begins a row: any failure with this vendor code, whatever the SQLState. */
    public static Entry code(int code) {
        return row(OptionalInt.of(code), Optional.empty());
    }

    /** Begins a row: a failure with this vendor code and this SQLState. */
    public static Entry code(int code, String state) {
        return row(OptionalInt.of(code), Optional.of(state));
    }

    private static Entry row(OptionalInt code, Optional<String> state) {
        return new Entry(code, state, EnumSet.allOf(Phase.class), Meaning.REJECTED, false, false, false);
    }

    /**
     * One row.
     *
     * @param code the vendor code; empty: any
     * @param state the SQLState; empty: any
     * @param phases where in the protocol the row holds
     * @param maybeCommitted whether the transaction may have been committed if the failure came in phase COMMIT
     * @param discard whether the connection must not go back to the pool
     * @param yielding whether any other failure in the chain decides in its place
     */
    public record Entry(
            OptionalInt code,
            Optional<String> state,
            Set<Phase> phases,
            Meaning meaning,
            boolean maybeCommitted,
            boolean discard,
            boolean yielding) {

        public Entry {
            phases = Set.copyOf(phases);
        }

        /** The same row, for these phases only. */
        public Entry in(Phase first, Phase... others) {
            return new Entry(code, state, EnumSet.of(first, others), meaning, maybeCommitted, discard, yielding);
        }

        public Entry means(Meaning what) {
            return new Entry(code, state, phases, what, maybeCommitted, discard, yielding);
        }

        /** The transaction may have been committed if the failure came from COMMIT. */
        public Entry unknownAtCommit() {
            return new Entry(code, state, phases, meaning, true, discard, yielding);
        }

        /** The connection must not go back to the pool. */
        public Entry discards() {
            return new Entry(code, state, phases, meaning, maybeCommitted, true, yielding);
        }

        /** Only tells that something has failed before: whatever else is in the chain decides. */
        public Entry yields() {
            return new Entry(code, state, phases, meaning, maybeCommitted, discard, true);
        }

        private Verdict verdict() {
            return new Verdict(meaning, maybeCommitted, discard);
        }

        private boolean fits(SQLException failure, int vendorCode, Phase phase) {
            return phases.contains(phase)
                    && (code.isEmpty() || code.getAsInt() == vendorCode)
                    && (state.isEmpty() || state.get().equals(failure.getSQLState()));
        }
    }
}
