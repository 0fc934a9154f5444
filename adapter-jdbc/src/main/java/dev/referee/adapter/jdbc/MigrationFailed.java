package dev.referee.adapter.jdbc;

import java.util.List;

/**
 * Thrown when a migration has failed, now or when an adapter was opened before, on a server that cannot roll back a change of tables (MySQL,
 * MariaDB, H2): a part of it may be there. Somebody has to look; the message says at what.
 */
public final class MigrationFailed extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    /**
     * Names what failed and where it is noted.
     *
     * @param migrations each failed migration in words
     * @param historyTable the table that notes which migrations ran
     */
    public MigrationFailed(List<String> migrations, String historyTable, Throwable cause) {
        super(
                "Failed half-way, and this server cannot roll back a change of tables: "
                        + String.join(", ", migrations)
                        + ". Remove the cause, undo what was done (a migration that says it can be run again needs no undoing), delete"
                        + " the rows without success from "
                        + historyTable
                        + ", and open the adapter again.",
                cause);
    }
}
