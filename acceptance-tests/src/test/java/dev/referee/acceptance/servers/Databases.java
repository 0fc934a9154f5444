package dev.referee.acceptance.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

/** Creates databases on a running server, and drops what a test has left when the JVM ends. */
final class Databases {

    private static final Set<TestDatabase> OPEN = ConcurrentHashMap.newKeySet();

    private Databases() {}

    static String freshName() {
        return "t" + Long.toString(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE), Character.MAX_RADIX);
    }

    static TestDatabase create(TestServers server, ServerState.Running running) {
        String name = freshName();
        execute(running, "CREATE DATABASE " + name);
        TestDatabase database = new TestDatabase(
                server, name, running.admin().withDatabase(name).toString(), running.user(), running.password());
        OPEN.add(database);
        return database;
    }

    static void drop(TestDatabase database, ServerState.Running running) {
        if (OPEN.remove(database)) {
            boolean forced = running.admin().scheme().equals("jdbc:postgresql://");
            execute(running, "DROP DATABASE " + database.name() + (forced ? " WITH (FORCE)" : ""));
        }
    }

    /** A caller's own server keeps nothing of ours, even if a test forgot to close. */
    static void dropAtEnd(ServerState.Running running) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> OPEN.stream()
                                .filter(database -> database.server().state().equals(running))
                                .forEach(database -> drop(database, running)),
                        "drop-test-databases"));
    }

    private static void execute(ServerState.Running running, String sql) {
        try (Connection connection =
                        DriverManager.getConnection(running.admin().toString(), running.user(), running.password());
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("failed on " + running.admin() + ": " + sql, e);
        }
    }
}
