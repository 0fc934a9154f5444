package dev.referee.adapter.jdbc;

import java.util.List;

/**
 * Thrown when a migration has failed: half-way, now or when an adapter was opened before, on a server that cannot roll back a change of tables
 * (MySQL, MariaDB, H2), so that a part of it may be there; or at once, because the database refused it. Somebody has to look; the message says
 * at what.
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

    private MigrationFailed(String message, Throwable cause) {
        super(message, cause);
    }

    /**
     * The database refused to make or to change tables, and did so again.
     *
     * @param where the schema, in words
     * @param refusal how the database names the reason
     */
    public static MigrationFailed refused(String where, String refusal, Throwable cause) {
        return new MigrationFailed(
                "The tables cannot be made or brought up to date in " + where + ": the database refuses it (" + refusal
                        + "). Its user may lack the right to make the schema, or tables in it; the cause says more.",
                cause);
    }
}
