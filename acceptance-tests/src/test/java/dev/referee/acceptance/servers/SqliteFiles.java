package dev.referee.acceptance.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Databases of SQLite, each a file in the folder of this run. */
final class SqliteFiles {

    private static final String SCHEME = "jdbc:sqlite:";

    /** What SQLite keeps beside a file while it is open. */
    private static final List<String> COMPANIONS = List.of("", "-wal", "-shm");

    private static Optional<Path> shared = Optional.empty();

    private SqliteFiles() {}

    static ServerState start() throws SQLException {
        try (Connection connection = DriverManager.getConnection(SCHEME + ":memory:")) {
            return new ServerState.InProcess(connection.getMetaData().getDatabaseProductVersion());
        }
    }

    static TestDatabase create() {
        String name = Databases.freshName();
        try {
            return new TestDatabase(TestServers.SQLITE, name, SCHEME + folder().resolve(name + ".db"), "", "");
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the databases", e);
        }
    }

    static void drop(TestDatabase database) {
        String file = database.url().substring(SCHEME.length());
        try {
            for (String companion : COMPANIONS) {
                Files.deleteIfExists(Path.of(file + companion));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("failed to drop " + database.url(), e);
        }
    }

    private static synchronized Path folder() throws IOException {
        Path folder =
                shared.isPresent() ? shared.get() : LocalServers.runFolder().of(TestServers.SQLITE);
        shared = Optional.of(folder);
        return folder;
    }
}
