package dev.referee.adapter.jdbc;

import java.util.List;

/** Thrown when an adapter is opened on tables that are not what this version needs; the message names all that is missing. */
public final class SchemaIncomplete extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private final transient List<String> missing;

    public SchemaIncomplete(List<String> missing) {
        super("The database schema is incomplete. Missing: " + String.join(", ", missing) + ".");
        this.missing = List.copyOf(missing);
    }

    /** Each missing migration, table, column and key in words. */
    public List<String> missing() {
        return missing;
    }
}
