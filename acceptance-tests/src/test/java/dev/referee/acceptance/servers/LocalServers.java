package dev.referee.acceptance.servers;

import java.io.IOException;
import java.util.Optional;

/** Servers that run as plain processes of this machine, without Docker and without installing anything. */
final class LocalServers implements ServerSource {

    private static Optional<RunFolder> shared = Optional.empty();

    @Override
    public String name() {
        return "local";
    }

    @Override
    public ServerState start(TestServers server) throws Exception {
        return switch (server) {
            case POSTGRESQL_18 -> PostgresServer.start(18, server, runFolder());
            case POSTGRESQL_14 -> PostgresServer.start(14, server, runFolder());
            case MARIADB_11_4 -> MariaDbServer.start(server, runFolder());
            case MYSQL_9 -> MySqlServer.start(server, runFolder());
            case IN_MEMORY, H2, SQLITE -> throw new IllegalArgumentException(server.engine() + " is no server");
        };
    }

    static synchronized RunFolder runFolder() throws IOException {
        RunFolder folder = shared.isPresent() ? shared.get() : RunFolder.create();
        shared = Optional.of(folder);
        return folder;
    }
}
