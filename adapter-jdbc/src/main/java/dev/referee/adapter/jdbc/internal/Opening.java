package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.adapter.jdbc.SchemaIncomplete;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.Probe;
import dev.referee.adapter.jdbc.dialect.Server;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** What is done once, when an adapter is opened: ask the server, migrate, check. */
public final class Opening {

    private static final String NAMED_ONCE = "SELECT 1 FROM %s WHERE 1 = 0";

    /** PostgreSQL knows a few reserved words that are tables by themselves, but not columns' tables. */
    private static final String NAMED_TWICE = "SELECT %s.no_such_column FROM %s WHERE 1 = 0";

    /** MariaDB knows a few that are reserved only where a parenthesis follows, as when a table is made. */
    private static final String NAMED_WITH_COLUMNS = "WITH %s (one) AS (SELECT 1) SELECT one FROM %s";

    private final DataSource dataSource;
    private final DataSource owner;
    private final Tables tables;

    /** @param owner of the tables: a data source with the right to change them, often the same one */
    public Opening(DataSource dataSource, DataSource owner, Tables tables) {
        this.dataSource = dataSource;
        this.owner = owner;
        this.tables = tables;
    }

    /** Asks the server on one connection, which goes back as it came. */
    public Dialect choose(Probe probe) {
        return onConnection(dataSource, connection -> {
            boolean autoCommit = connection.getAutoCommit();
            connection.setAutoCommit(true);
            try {
                return probe.choose(connection, Server.of(connection));
            } finally {
                connection.setAutoCommit(autoCommit);
            }
        });
    }

    /**
     * Refuses a schema that has to be quoted, before anything is made in it: statements name it as it is. MySQL and MariaDB take any word before
     * a dot.
     */
    public void refuseReservedSchema() {
        tables.schema().ifPresent(name -> refuseReserved("schema", name, name + ".no_such_table"));
    }

    /** Refuses a single table that has to be quoted, before half of what belongs to it is made. */
    public void refuseReservedTable() {
        refuseReserved("table", tables.prefix(), tables.name(""));
    }

    /**
     * What the server says to the name is compared with what it says to a statement without sense, for each has a code of its own for that. SQLite
     * has none; but there a migration that fails leaves nothing behind.
     */
    private void refuseReserved(String what, String name, String table) {
        onConnection(dataSource, connection -> {
            String nonsense = refusal(connection, "SELECT 1 FROM WHERE");
            if (!nonsense.equals(refusal(connection, NAMED_ONCE.formatted("no_such_table")))
                    && (nonsense.equals(refusal(connection, NAMED_ONCE.formatted(table)))
                            || nonsense.equals(refusal(connection, NAMED_TWICE.formatted(table, table)))
                            || nonsense.equals(refusal(connection, withColumns(table))))) {
                throw new UnsupportedServer(
                        "The " + what + " cannot be called " + name + ": that is a reserved word of "
                                + Server.of(connection).product() + ".");
            }
            return name;
        });
    }

    private static String withColumns(String table) {
        String single = table.substring(table.indexOf('.') + 1);
        return NAMED_WITH_COLUMNS.formatted(single, single);
    }

    private static String refusal(Connection connection, String query) throws SQLException {
        boolean autoCommit = connection.getAutoCommit();
        connection.setAutoCommit(true);
        try (Statement statement = connection.createStatement()) {
            statement.execute(query);
            return "";
        } catch (SQLException e) {
            return e.getSQLState() + " " + e.getErrorCode();
        } finally {
            connection.setAutoCommit(autoCommit);
        }
    }

    /** Migrates if asked to, and checks what is there then. */
    public void prepare(Dialect dialect, Layout layout, MigrationMode mode, List<SqlGuardedInsert<?>> guards) {
        List<String> missing = new ArrayList<>();
        if (mode == MigrationMode.MIGRATE) {
            onConnection(owner, connection -> {
                Dialect.Restore restore = dialect.beforeMigration(connection);
                try {
                    migrator(connection, dialect, layout).migrate();
                } finally {
                    restore.restore(connection);
                }
                return mode;
            });
        } else {
            missing.addAll(onConnection(
                    dataSource,
                    connection -> migrator(connection, dialect, layout).missing()));
        }
        missing.addAll(onConnection(
                dataSource,
                connection ->
                        SchemaCheck.of(connection, schema(connection), layout).missing()));
        missing.addAll(onConnection(dataSource, connection -> new GuardCheck(connection, dialect).missing(guards)));
        if (!missing.isEmpty()) {
            throw new SchemaIncomplete(missing);
        }
    }

    /** The name of the schema, or on MySQL and MariaDB of the database, that the tables are in, in lower case. */
    public String whereTablesAre() {
        return tables.schema()
                .orElseGet(() -> onConnection(dataSource, connection -> {
                    boolean schemas = connection.getMetaData().supportsSchemasInTableDefinitions();
                    @Nullable String own = schemas ? connection.getSchema() : connection.getCatalog();
                    return own == null ? "" : own.toLowerCase(Locale.ROOT);
                }));
    }

    /** The URL of the database if it has one lock for all. */
    public Optional<String> oneLock(Dialect dialect) {
        return dialect.databaseLock(tables.prefix()).map(lock -> onConnection(dataSource, SameFile::urlOf));
    }

    private Migrator migrator(Connection connection, Dialect dialect, Layout layout) throws SQLException {
        return new Migrator(connection, dialect, layout, schema(connection));
    }

    private String schema(Connection connection) throws SQLException {
        return Identifiers.stored(connection.getMetaData(), tables.schema().orElse(""));
    }

    private static <R> R onConnection(DataSource dataSource, Work<R> work) {
        try (Connection connection = dataSource.getConnection()) {
            R result = work.on(connection);
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return result;
        } catch (SQLException e) {
            throw new StoreFailure(
                    FailureKind.UNAVAILABLE,
                    Phase.BEGIN,
                    false,
                    "the database could not be asked when it was opened",
                    e);
        }
    }

    private interface Work<R> {
        R on(Connection connection) throws SQLException;
    }
}
