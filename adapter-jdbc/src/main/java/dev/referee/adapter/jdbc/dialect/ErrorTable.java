package dev.referee.adapter.jdbc.dialect;

import dev.referee.application.port.Phase;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the failures of one server, spoken to by one driver, mean. The first row that fits decides; rows compare vendor code, SQLState and
 * phase as a whole, never message text, exception class or a part of the state. Immutable.
 *
 * @param rows in the order in which they are tried
 */
public record ErrorTable(List<ErrorTable.Entry> rows) {

    public ErrorTable {
        rows = List.copyOf(rows);
    }

    public static ErrorTable of(Entry... rows) {
        return new ErrorTable(Arrays.asList(rows));
    }

    /** The row for one failure, without looking at its causes; empty if the table does not know it. */
    public Optional<Entry> find(SQLException failure, Phase phase) {
        return rows.stream().filter(row -> row.fits(failure, phase)).findFirst();
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
        return new Entry(code, state, EnumSet.allOf(Phase.class), Meaning.REJECTED, false, false);
    }

    /**
     * One row.
     *
     * @param code the vendor code; empty: any
     * @param state the SQLState; empty: any
     * @param phases where in the protocol the row holds
     * @param maybeCommitted whether the transaction may have been committed if the failure came in phase COMMIT
     * @param discard whether the connection must not go back to the pool
     */
    public record Entry(
            OptionalInt code,
            Optional<String> state,
            Set<Phase> phases,
            Meaning meaning,
            boolean maybeCommitted,
            boolean discard) {

        public Entry {
            phases = Set.copyOf(phases);
        }

        /** The same row, for these phases only. */
        public Entry in(Phase first, Phase... others) {
            return new Entry(code, state, EnumSet.of(first, others), meaning, maybeCommitted, discard);
        }

        public Entry means(Meaning what) {
            return new Entry(code, state, phases, what, maybeCommitted, discard);
        }

        /** The transaction may have been committed if the failure came from COMMIT. */
        public Entry unknownAtCommit() {
            return new Entry(code, state, phases, meaning, true, discard);
        }

        /** The connection must not go back to the pool. */
        public Entry discards() {
            return new Entry(code, state, phases, meaning, maybeCommitted, true);
        }

        private boolean fits(SQLException failure, Phase phase) {
            return phases.contains(phase)
                    && (code.isEmpty() || code.getAsInt() == failure.getErrorCode())
                    && (state.isEmpty() || state.get().equals(failure.getSQLState()));
        }
    }
}
