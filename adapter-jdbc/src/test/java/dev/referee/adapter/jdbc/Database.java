package dev.referee.adapter.jdbc;

import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;

/** A server as the module tests of one engine give it. */
public interface Database {

    /** An empty database, made anew, whose every connection comes from the driver. */
    DataSource fresh();

    /** The adapter of the engine. */
    JdbcAdapterBuilder on(DataSource dataSource);

    /** The idempotency store of the engine. */
    JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource);

    /** An expression for the instant in column {@code expires_at}, but a number of hours earlier that {@code %d} stands for. */
    default String hoursEarlier() {
        return "expires_at - %d * 3600000000";
    }

    /** What goes before a statement to be told how it would be run. */
    default String explain() {
        return "EXPLAIN ";
    }

    /** What such a plan says of the idempotency store's index on {@code expires_at}, if it is searched. */
    String expirySearched();

    /** What such a plan says of the idempotency store's primary key, if it is searched. */
    String keySearched();

    /** Statements that set what a session has of its own to values that are not the defaults. */
    List<String> strangeSettings();

    /** A query of one column and one row that tells all these values. */
    String settings();

    /** The name of a schema that is not there yet and may be made beside those of {@link #fresh}. */
    default String newSchema() {
        return "tenant_a";
    }

    /** Whether some words cannot be the name of a schema unless they are quoted. */
    default boolean hasReservedSchemas() {
        return true;
    }

    /** Statements for a session that is not to be chosen as the victim of a deadlock; by default none are needed. */
    default List<String> surviveDeadlocks() {
        return List.of();
    }

    /** A query of one column and one row that tells in which schema, or schemas, a session looks for tables. */
    String whereTablesAreLookedFor();

    /** What the driver throws when the connection is gone. */
    default SQLException connectionLost() {
        return new SQLException("lost", "08006", 90067);
    }

    /** A statement that takes a unique constraint from one of the library's tables. */
    default String dropUnique(String table, String constraint) {
        return "ALTER TABLE " + table + " DROP CONSTRAINT " + constraint;
    }

    /** A statement that takes an index from one of the library's tables. */
    default String dropIndex(String table, String index) {
        return "DROP INDEX " + index;
    }

    /** Statements that take the primary key from one of the library's tables. */
    default List<String> dropPrimaryKey(String table) {
        return List.of("ALTER TABLE " + table + " DROP CONSTRAINT " + table + "_pk");
    }
}
