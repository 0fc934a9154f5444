package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Opener;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.jdbc.MigrationMode;

/** Opens a database of the tests in another process. */
public final class SqlOpener implements Opener {

    static final String SEPARATOR = "\n";

    /** Is called by name. */
    public SqlOpener() {}

    @Override
    public Node open(String where, NodeOptions options) {
        String[] parts = where.split(SEPARATOR, -1);
        TestServers server = TestServers.valueOf(parts[0]);
        SqlEngine engine = SqlEngine.ALL.stream()
                .filter(each -> each.server() == server)
                .findFirst()
                .orElseThrow();
        return SqlNode.open(engine, MigrationMode.VALIDATE, parts[1], parts[2], parts[3], options);
    }
}
