package dev.referee.acceptance.containers;

import dev.referee.acceptance.servers.JdbcUrl;
import dev.referee.acceptance.servers.ServerSource;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestServers;
import java.sql.SQLException;
import org.testcontainers.containers.JdbcDatabaseContainer;
import org.testcontainers.mariadb.MariaDBContainer;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Takes servers from Testcontainers, which ends them with the JVM. This way is compiled by its Maven profile but has
 * not been run: it was written where there is no Docker.
 */
public final class ContainerSource implements ServerSource {

    /** For the service loader. */
    public ContainerSource() {}

    @Override
    public String name() {
        return "containers";
    }

    @Override
    public ServerState start(TestServers server) throws SQLException {
        return switch (server) {
            case POSTGRESQL_18 -> postgres("postgres:18");
            case POSTGRESQL_14 -> postgres("postgres:14");
            case MARIADB_11_4 -> running(
                    new MariaDBContainer("mariadb:11.4")
                            .withUsername("root")
                            .withCommand("--max-connections=400", "--default-time-zone=+05:45"));
            case MYSQL_9 -> running(
                    new MySQLContainer("mysql:9")
                            .withUsername("root")
                            .withCommand("--max-connections=400", "--default-time-zone=+05:45"));
            case IN_MEMORY, H2, SQLITE -> throw new IllegalArgumentException(server.engine() + " is no server");
        };
    }

    private static ServerState postgres(String image) throws SQLException {
        PostgreSQLContainer container = new PostgreSQLContainer(image);
        container.setCommand("postgres", "-c", "max_connections=400", "-c", "timezone=America/New_York");
        return running(container);
    }

    private static ServerState running(JdbcDatabaseContainer<?> container) throws SQLException {
        container.start();
        JdbcUrl url = JdbcUrl.parse(container.getJdbcUrl());
        return ServerState.Running.at(url, container.getUsername(), container.getPassword());
    }
}
