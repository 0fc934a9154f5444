package dev.referee.acceptance.servers;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Assumptions;

/**
 * The engines that the suite runs on. A server starts when it is first asked for, once per JVM, and ends with it.
 *
 * <p>{@code REFEREE_POSTGRESQL_18_URL} and the like, with {@code _USER} and {@code _PASSWORD}, name a server of the
 * caller's own instead. {@code REFEREE_REQUIRE_ALL=true} makes a failure of a server that cannot be had. {@code
 * REFEREE_SERVERS_DURABLE=true} starts servers that wait for the disk. Safe for use by many threads.
 */
public enum TestServers {
    IN_MEMORY("in-memory"),
    H2("h2"),
    SQLITE("sqlite"),
    POSTGRESQL_18("postgresql-18"),
    POSTGRESQL_14("postgresql-14"),
    MARIADB_11_4("mariadb-11.4"),
    MYSQL_9("mysql-9");

    private static final Map<TestServers, CompletableFuture<ServerState>> STARTED = new ConcurrentHashMap<>();

    private final String engine;

    TestServers(String engine) {
        this.engine = engine;
    }

    /** The engine's name in reports. */
    public String engine() {
        return engine;
    }

    /** Begins to start all servers side by side, and does not wait for them. */
    public static void startAll() {
        for (TestServers server : values()) {
            STARTED.put(server, server.started());
        }
    }

    /**
     * Starts the server if it has not been started, and waits for the result, which does not change any more.
     *
     * @throws AssertionError if it cannot be had and all are required
     */
    public ServerState state() {
        return checked(started().join(), Settings.requireAll());
    }

    /**
     * Creates an empty database; of H2, in memory; of SQLite, a file. Where the server cannot be had the calling test is aborted, which
     * JUnit reports as skipped with the reason.
     *
     * @throws IllegalStateException if the engine has no databases
     */
    public TestDatabase createDatabase() {
        ServerState state = state();
        if (state instanceof ServerState.Running running) {
            return Databases.create(this, running);
        }
        if (state instanceof ServerState.Unavailable unavailable) {
            return Assumptions.abort(engine + " is not run: " + unavailable.reason());
        }
        if (this == H2) {
            return H2Databases.inMemory();
        }
        if (this == SQLITE) {
            return SqliteFiles.create();
        }
        throw new IllegalStateException(engine + " has no databases");
    }

    /**
     * Creates an empty database of H2 in files.
     *
     * @param folder where the files go
     */
    public static TestDatabase createH2InFile(Path folder) {
        return H2Databases.inFile(folder);
    }

    ServerState checked(ServerState state, boolean requireAll) {
        if (requireAll && state instanceof ServerState.Unavailable unavailable) {
            throw new AssertionError(engine + " is required but cannot be had: " + unavailable.reason());
        }
        return state;
    }

    private CompletableFuture<ServerState> started() {
        return STARTED.computeIfAbsent(this, server -> {
            CompletableFuture<ServerState> result = new CompletableFuture<>();
            Thread thread = new Thread(() -> result.complete(server.start()), "start-" + engine);
            thread.setDaemon(true);
            thread.start();
            return result;
        });
    }

    /** Whatever goes wrong becomes the reason why the engine is not run. */
    private ServerState start() {
        try {
            if (this == IN_MEMORY) {
                return new ServerState.InProcess("");
            }
            if (this == H2) {
                return H2Databases.start();
            }
            if (this == SQLITE) {
                return SqliteFiles.start();
            }
            Optional<String> own = Settings.ofServer(engine, "URL");
            if (own.isPresent()) {
                return callersOwn(own.get());
            }
            return source(Settings.source()).start(this);
        } catch (Exception | LinkageError e) {
            return new ServerState.Unavailable("It did not start: " + e + because(e) + ".");
        }
    }

    private static String because(Throwable e) {
        StringBuilder text = new StringBuilder();
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            text.append(", because of ").append(cause);
        }
        return text.toString();
    }

    private ServerState callersOwn(String url) throws SQLException {
        ServerState.Running running = ServerState.Running.at(
                JdbcUrl.parse(url),
                Settings.ofServer(engine, "USER").orElse(""),
                Settings.ofServer(engine, "PASSWORD").orElse(""));
        Databases.dropAtEnd(running);
        return running;
    }

    private static ServerSource source(String name) {
        if (name.equals("local")) {
            return new LocalServers();
        }
        for (ServerSource source : ServiceLoader.load(ServerSource.class)) {
            if (source.name().equals(name)) {
                return source;
            }
        }
        throw new IllegalArgumentException("referee.servers must be local or containers, but was " + name
                + " (containers need the Maven profile of that name)");
    }
}
