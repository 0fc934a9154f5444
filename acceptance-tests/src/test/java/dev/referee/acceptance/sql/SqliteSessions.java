package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.DriverListener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * The connections of this process to one SQLite file. There is no server that could be asked who waits, and nobody else who could end a session:
 * so the driver's calls are watched, and to end a session is to close the driver's connection under its pool.
 */
final class SqliteSessions {

    /** Nothing else waits for the one writer. */
    private static final Pattern WRITES = Pattern.compile("(?is)\\s*(UPDATE|INSERT|DELETE|BEGIN)\\b.*");

    /** A write that does not wait is over by then. */
    private static final long WAITING_NANOS = 10_000_000;

    private static final Map<String, SqliteSessions> OF_FILE = new ConcurrentHashMap<>();

    private final Set<Session> open = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

    private SqliteSessions() {}

    static boolean isSqlite(String url) {
        return url.startsWith("jdbc:sqlite:");
    }

    static SqliteSessions of(String url) {
        return OF_FILE.computeIfAbsent(url, file -> new SqliteSessions());
    }

    /** Watches a connection, and lets somebody else listen too. */
    DriverListener watch(Connection connection, DriverListener other) {
        Session session = new Session(connection, other);
        open.add(session);
        return session;
    }

    /** How many are in a writing call for longer than one takes that need not wait. */
    int blocked() {
        long now = System.nanoTime();
        synchronized (open) {
            return (int) open.stream().filter(session -> session.waits(now)).count();
        }
    }

    /** Ends those that are in no call. */
    void endIdle() {
        synchronized (open) {
            open.removeIf(Session::endIfIdle);
        }
    }

    private static final class Session implements DriverListener {

        private final Connection connection;
        private final DriverListener other;
        private int calls;
        private boolean writes;
        private long since;

        Session(Connection connection, DriverListener other) {
            this.connection = connection;
            this.other = other;
        }

        @Override
        public void before(Call call) {
            other.before(call);
            synchronized (this) {
                calls++;
                writes = WRITES.matcher(call.text()).matches();
                since = System.nanoTime();
            }
        }

        @Override
        public void after(Call call) {
            synchronized (this) {
                calls--;
                writes = false;
            }
            other.after(call);
        }

        synchronized boolean waits(long now) {
            return writes && now - since > WAITING_NANOS;
        }

        synchronized boolean endIfIdle() {
            try {
                if (calls == 0) {
                    connection.close();
                }
                return connection.isClosed();
            } catch (SQLException e) {
                throw new IllegalStateException("a connection could not be closed", e);
            }
        }
    }
}
