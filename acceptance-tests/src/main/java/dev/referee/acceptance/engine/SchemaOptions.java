package dev.referee.acceptance.engine;

import java.util.Optional;

/**
 * How an adapter is opened on a database.
 *
 * @param schema the schema's name; empty: the connection's own
 * @param prefix what the names of the tables begin with; empty: the adapter's default
 * @param validateOnly whether the schema is only looked at
 * @param ordinaryUser whether the adapter's user has no right but to read and write the rows of the tables that are there
 */
public record SchemaOptions(
        Optional<String> schema, Optional<String> prefix, boolean validateOnly, boolean ordinaryUser) {

    /** Migrates the tables with the adapter's own names. */
    public static final SchemaOptions DEFAULT = new SchemaOptions(Optional.empty(), Optional.empty(), false, false);

    public SchemaOptions named(String newSchema, String newPrefix) {
        return new SchemaOptions(Optional.of(newSchema), Optional.of(newPrefix), validateOnly, ordinaryUser);
    }

    /** In the connection's own schema. */
    public SchemaOptions prefixed(String newPrefix) {
        return new SchemaOptions(schema, Optional.of(newPrefix), validateOnly, ordinaryUser);
    }

    /** Only looks at the schema, without the right to change it. */
    public SchemaOptions validating() {
        return new SchemaOptions(schema, prefix, true, true);
    }
}
