package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.Provocation;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.application.port.Phase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;

/** Brings failures about on sessions of its own, and looks up what the table makes of them. */
final class Provoker {

    private final TestDatabase database;
    private final ErrorTable table;
    private final List<Provocation> all = new ArrayList<>();

    Provoker(TestDatabase database, ErrorTable table) {
        this.database = database;
        this.table = table;
    }

    List<Provocation> all() {
        return List.copyOf(all);
    }

    TestDatabase database() {
        return database;
    }

    /** What is done on two sessions, both in a transaction; it ends with the failure. */
    interface Attempt {
        void run(Session one, Session other) throws SQLException;
    }

    /** Adds a failure that means the same in every phase. */
    Provoker add(String condition, Meaning meaning, Attempt attempt) {
        return add(condition, Phase.WRITE, meaning, attempt);
    }

    /** Adds a failure as it comes in one phase. */
    Provoker add(String condition, Phase phase, Meaning meaning, Attempt attempt) {
        all.add(new Provocation(condition, meaning.toString(), () -> meaningOf(phase, attempt)));
        return this;
    }

    private String meaningOf(Phase phase, Attempt attempt) {
        try (Session one = new Session(database.connect());
                Session other = new Session(database.connect())) {
            one.run("DELETE FROM account");
            one.run("INSERT INTO account VALUES ('p-1', 1, 1)");
            one.run("INSERT INTO account VALUES ('p-2', 1, 1)");
            one.connection().commit();
            try {
                attempt.run(one, other);
            } catch (SQLException failure) {
                return describe(failure, phase);
            }
            return "nothing failed";
        } catch (SQLException e) {
            throw new IllegalStateException("the sessions could not be made", e);
        }
    }

    private String describe(SQLException failure, Phase phase) {
        return table.find(failure, phase, true)
                .map(found -> found.meaning().toString())
                .orElse("no row for code " + failure.getErrorCode() + ", state " + failure.getSQLState() + " of "
                        + failure);
    }

    /** Fails unless a connection is refused. */
    static void connect(String url, String user, String password) throws SQLException {
        DriverManager.getConnection(url, user, password).close();
    }

    /** One session in a transaction. */
    record Session(Connection connection) implements AutoCloseable {

        Session {
            try {
                connection.setAutoCommit(false);
            } catch (SQLException e) {
                throw new IllegalStateException("no transaction could be begun", e);
            }
        }

        void run(String sql) throws SQLException {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }

        void runPrepared(String sql) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.execute();
            }
        }

        /** One number that a query gives. */
        long ask(String sql) throws SQLException {
            try (Statement statement = connection.createStatement();
                    var row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        }

        @Override
        public void close() {
            try {
                if (!connection.isClosed()) {
                    connection.rollback();
                }
                connection.close();
            } catch (SQLException expectedOfBrokenOnes) {
                abort();
            }
        }

        private void abort() {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException e) {
                throw new IllegalStateException("a session could not be ended", e);
            }
        }
    }

    /** Lets each of two sessions hold what the other one asks for, and throws what the victim is told. */
    static void deadlock(Session one, Session other, String lockFirst, String lockSecond) throws SQLException {
        one.run(lockFirst);
        other.run(lockSecond);
        try (Crew crew = new Crew()) {
            Future<Optional<SQLException>> waiting = crew.start(() -> failureOf(one, lockSecond));
            Optional<SQLException> here = failureOf(other, lockFirst);
            other.connection().rollback();
            Optional<SQLException> there = Crew.join(waiting);
            if (here.or(() -> there).isPresent()) {
                throw here.or(() -> there).get();
            }
        }
    }

    private static Optional<SQLException> failureOf(Session session, String sql) {
        try {
            session.run(sql);
            return Optional.empty();
        } catch (SQLException failure) {
            return Optional.of(failure);
        }
    }

    /** Runs what waits on one session, does something about it once it runs, and throws what it ended with. */
    static void disturb(Session waiting, String sql, Disturbance disturbance) throws SQLException {
        try (Crew crew = new Crew()) {
            Future<Optional<SQLException>> running = crew.start(() -> failureOf(waiting, sql));
            Await.until("the statement has ended", () -> {
                try {
                    disturbance.run();
                } catch (SQLException e) {
                    throw new IllegalStateException("the disturbance failed", e);
                }
                return running.isDone();
            });
            Optional<SQLException> failure = Crew.join(running);
            if (failure.isPresent()) {
                throw failure.get();
            }
        }
    }

    /** Is repeated until the statement ends. */
    interface Disturbance {
        void run() throws SQLException;
    }
}
