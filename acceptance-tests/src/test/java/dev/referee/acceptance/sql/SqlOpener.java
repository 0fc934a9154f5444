package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Opener;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.jdbc.MigrationMode;

/** Opens a database of the tests in another process. */
public final class SqlOpener implements Opener {

    private static final String SEPARATOR = "\n";

    /** Is called by name. */
    public SqlOpener() {}

    @Override
    public Node open(String where, NodeOptions options) {
        TestDatabase database = databaseAt(where);
        return SqlNode.open(
                engineOf(database.server()),
                MigrationMode.VALIDATE,
                database.url(),
                database.user(),
                database.password(),
                options);
    }

    /** What {@link #open} and {@link #databaseAt} take. */
    static String where(TestDatabase database) {
        return String.join(
                SEPARATOR,
                database.server().name(),
                database.name(),
                database.url(),
                database.user(),
                database.password());
    }

    static TestDatabase databaseAt(String where) {
        String[] parts = where.split(SEPARATOR, -1);
        return new TestDatabase(TestServers.valueOf(parts[0]), parts[1], parts[2], parts[3], parts[4]);
    }

    static SqlEngine engineOf(TestServers server) {
        return SqlEngine.ALL.stream()
                .filter(each -> each.server() == server)
                .findFirst()
                .orElseThrow();
    }
}
