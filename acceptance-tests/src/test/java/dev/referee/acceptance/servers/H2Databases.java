package dev.referee.acceptance.servers;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.engine.Constants;

/** Databases of H2, in memory and in files. */
final class H2Databases {

    private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();

    private H2Databases() {}

    static ServerState start() {
        return new ServerState.InProcess(Constants.FULL_VERSION);
    }

    static TestDatabase inMemory() {
        String name = Databases.freshName();
        return open(name, "jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
    }

    /** Open to several processes: the first that comes serves the others. */
    static TestDatabase inFile(Path folder) {
        String name = Databases.freshName();
        return open(name, "jdbc:h2:file:" + folder.resolve(name) + ";AUTO_SERVER=TRUE");
    }

    static void drop(TestDatabase database) {
        if (!OPEN.remove(database.name())) {
            return;
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ALL OBJECTS DELETE FILES");
            statement.execute("SHUTDOWN");
        } catch (SQLException e) {
            throw new IllegalStateException("failed to drop " + database.url(), e);
        }
    }

    private static TestDatabase open(String name, String url) {
        OPEN.add(name);
        return new TestDatabase(TestServers.H2, name, url, "sa", "");
    }
}
