package dev.referee.acceptance.engine;

import java.util.List;

/** A database on which schemas are made and broken. Safe for many threads. */
public interface BareStore extends AutoCloseable {

    /**
     * Opens an adapter, with a pool of its own; the suite closes it before this store. What the adapter throws when its tables are not as it
     * needs them is thrown unchanged.
     */
    Node open(SchemaOptions options);

    /**
     * The name of each table, index, constraint and sequence in the database that is not the server's own, as its catalogue has it, in lower
     * case: {@code schema.name}. The primary key of MySQL, which has no name of its own, is left out.
     */
    List<String> objects();

    /** Drops a table, given as in {@link #objects()}, with all that depends on it. */
    void dropTable(String table);

    /** Drops a column of a table, given as in {@link #objects()}, that is in no key. */
    void dropColumn(String table, String column);

    @Override
    void close();
}
