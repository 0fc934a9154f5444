package dev.referee.adapter.sqlite;

import dev.referee.adapter.jdbc.Database;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** SQLite in files of the module's own folder. */
final class SqliteDatabase implements Database {

    private static final Path FOLDER = Path.of("target", "sqlite");

    /** A file that is not there yet. */
    static Path file() {
        try {
            return Files.createDirectories(FOLDER).resolve(UUID.randomUUID() + ".db");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the databases", e);
        }
    }

    static SQLiteDataSource on(Path file) {
        SQLiteDataSource source = new SQLiteDataSource();
        source.setUrl("jdbc:sqlite:" + file);
        return source;
    }

    @Override
    public DataSource fresh() {
        return on(file());
    }

    @Override
    public JdbcAdapterBuilder on(DataSource dataSource) {
        return SqliteAdapter.on(dataSource);
    }

    @Override
    public JdbcIdempotencyStoreBuilder idempotencyStore(DataSource dataSource) {
        return SqliteAdapter.idempotencyStore(dataSource);
    }

    @Override
    public List<String> strangeSettings() {
        return List.of("PRAGMA busy_timeout = 1234");
    }

    @Override
    public String settings() {
        return "SELECT timeout FROM pragma_busy_timeout";
    }

    @Override
    public String whereTablesAreLookedFor() {
        return "SELECT group_concat(name) FROM pragma_database_list WHERE name <> 'temp'";
    }

    @Override
    public SQLException connectionLost() {
        return new SQLiteException("lost", SQLiteErrorCode.SQLITE_IOERR);
    }

    /** No constraint can be dropped, but a table can be made anew without it. */
    @Override
    public List<String> dropPrimaryKey(String table) {
        return List.of(
                "ALTER TABLE " + table + " RENAME TO with_key",
                "CREATE TABLE " + table + " AS SELECT * FROM with_key",
                "DROP TABLE with_key");
    }

    @Override
    public String dropUnique(String table, String constraint) {
        return "DROP INDEX " + constraint;
    }

    @Override
    public String expirySearched() {
        return "referee_idempotency_expiry (expires_at<?)";
    }

    @Override
    public String keySearched() {
        return "sqlite_autoindex_referee_idempotency_1 (namespace=? AND claim_key=?)";
    }

    @Override
    public String explain() {
        return "EXPLAIN QUERY PLAN ";
    }
}
