package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.ClaimPlan;
import dev.referee.acceptance.engine.DriverListener;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Provocation;
import dev.referee.acceptance.engine.RawSession;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.adapter.jdbc.MigrationMode;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.QueueName;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One database with the library's tables and the accounts. */
final class SqlStore implements TestStore {

    private static final String PREFIX = "referee_";
    /** What MySQL and MariaDB say when a session to be killed is not there. */
    private static final int UNKNOWN_THREAD = 1094;

    private static final int TIMES_ASKED = 4;

    private static final String HISTORY = "_history";

    /** Children before their parents. */
    private static final List<String> CHILDREN_FIRST = List.of(
            "referee_permit_fee",
            "referee_permit_reviewer",
            "referee_permit_case",
            "referee_event",
            "referee_audit",
            "referee_operation",
            "referee_job",
            "referee_lease",
            "referee_idempotency",
            "guarded_row",
            "member",
            "account");

    private final SqlEngine engine;
    private final TestDatabase database;
    private final Runnable onClose;

    SqlStore(SqlEngine engine, TestDatabase database, Runnable onClose) {
        this.engine = engine;
        this.database = database;
        this.onClose = onClose;
    }

    /** Makes the tables. */
    void prepare() {
        try (Node node = SqlNode.open(
                engine,
                MigrationMode.MIGRATE,
                database.url(),
                database.user(),
                database.password(),
                NodeOptions.DEFAULT)) {
            node.idempotency();
        }
        execute("CREATE TABLE account (id " + engine.accountIdType()
                + " NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, cents BIGINT NOT NULL)");
        execute("CREATE TABLE guarded_row (id " + engine.accountIdType()
                + " NOT NULL PRIMARY KEY, revision BIGINT NOT NULL, fence BIGINT NOT NULL, amount BIGINT NOT NULL)");
        boolean named = engine.server() != TestServers.SQLITE;
        execute("CREATE TABLE member (id %1$s NOT NULL PRIMARY KEY, email %1$s NOT NULL, handle %1$s NOT NULL%2$s)"
                .formatted(
                        engine.accountIdType(),
                        named
                                ? ", CONSTRAINT member_email UNIQUE (email), CONSTRAINT member_handle UNIQUE (handle)"
                                : ""));
        if (!named) {
            // SQLite forgets the names of constraints, but not those of indexes.
            execute("CREATE UNIQUE INDEX member_email ON member (email)");
            execute("CREATE UNIQUE INDEX member_handle ON member (handle)");
        }
    }

    @Override
    public Node node(NodeOptions options) {
        String url = options.throughPort().isPresent()
                ? database.urlThrough("127.0.0.1", options.throughPort().getAsInt())
                : database.url();
        if (options.wiring().ordinaryUser()) {
            SqlPools.admitOrdinaryUser(database, SqlTools.of(engine.server()).schemaOf(database));
        }
        return SqlNode.open(engine, MigrationMode.VALIDATE, url, database.user(), database.password(), options);
    }

    /** Ends what earlier tests have left, and removes their rows. */
    void empty() {
        engine.endOtherSessions().forEach(this::execute);
        CHILDREN_FIRST.forEach(table -> execute("DELETE FROM " + table));
        execute("UPDATE referee_counter SET last_number = 0");
    }

    void execute(String sql) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("failed: " + sql, e);
        }
    }

    @Override
    public Snapshot snapshot() {
        SortedMap<String, List<String>> tables = new TreeMap<>();
        try (Connection connection = database.connect()) {
            for (String table : tablesOf(connection)) {
                String name = table.toLowerCase(Locale.ROOT);
                if (!name.contains(HISTORY)) {
                    tables.put(
                            name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : name, rows(connection, table));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the tables could not be read", e);
        }
        return new Snapshot(tables);
    }

    private static List<String> tablesOf(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet found = connection
                .getMetaData()
                .getTables(
                        connection.getCatalog(), connection.getSchema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (found.next()) {
                tables.add(found.getString("TABLE_NAME"));
            }
        }
        return tables;
    }

    private static List<String> rows(Connection connection, String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT * FROM " + table)) {
            int columns = found.getMetaData().getColumnCount();
            while (found.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(found.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT))
                            .append('=')
                            .append(text(found.getObject(i)))
                            .append(' ');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    private static String text(@Nullable Object value) {
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : String.valueOf(value);
    }

    @Override
    public int blockedSessions() {
        if (engine.server() == TestServers.SQLITE) {
            return SqliteSessions.of(database.url()).blocked();
        }
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(engine.blockedSessions())) {
            found.next();
            return found.getInt(1);
        } catch (SQLException e) {
            throw new IllegalStateException("the sessions could not be counted", e);
        }
    }

    @Override
    public RawSession rawSession() {
        try {
            return new SqlRawSession(
                    engine,
                    engine.server() == TestServers.SQLITE
                            ? new ListenedDriver(database.url(), "", "", DriverListener.NONE).getConnection()
                            : database.connect());
        } catch (SQLException e) {
            throw new IllegalStateException("no session for another program", e);
        }
    }

    @Override
    public void killIdleSessions() {
        if (engine.server() == TestServers.SQLITE) {
            SqliteSessions.of(database.url()).endIdle();
            return;
        }
        SqlTools tools = SqlTools.of(engine.server());
        Set<String> kills = idleSessions(tools);
        kills.forEach(this::killIfThere);
        Await.until(
                "the sessions have ended",
                () -> SqlPools.ask(database, tools.idleSessions()).stream().noneMatch(kills::contains));
    }

    /** A server answers first and calls the session idle a moment later (seen on MariaDB): so it is asked a few times. */
    private Set<String> idleSessions(SqlTools tools) {
        Set<String> idle = new LinkedHashSet<>();
        for (int asked = 0; asked < TIMES_ASKED; asked++) {
            idle.addAll(SqlPools.ask(database, tools.idleSessions()));
        }
        return idle;
    }

    /** One that was just ending of its own accord may be gone by now. */
    private void killIfThere(String kill) {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(kill);
        } catch (SQLException e) {
            if (e.getErrorCode() != UNKNOWN_THREAD) {
                throw new IllegalStateException("failed: " + kill, e);
            }
        }
    }

    @Override
    public ReadOnlyTime readOnlyServer() {
        SqlTools tools = SqlTools.of(engine.server());
        SqlPools.execute(database, tools.readOnly());
        if (database.url().startsWith("jdbc:postgresql:")) {
            // The server reloads in its own time. Once a new session knows, those that were open have been told.
            Await.until(
                    "new sessions are read-only",
                    () -> SqlPools.ask(database, "SHOW default_transaction_read_only")
                            .contains("on"));
        }
        return () -> SqlPools.execute(database, tools.writable());
    }

    @Override
    public void expireClaims() {
        execute("UPDATE referee_job SET claimable_at = due_at WHERE token IS NOT NULL");
    }

    @Override
    public void advanceClaims(Duration by) {
        execute("UPDATE referee_idempotency SET expires_at = "
                + SqlTools.of(engine.server()).earlier("expires_at", by));
    }

    @Override
    public ManyJobs manyJobs(QueueName queue, int jobs) {
        execute(SqlJobs.of(engine.server()).fill().formatted(queue, jobs));
        boolean sqlite = engine.server() == TestServers.SQLITE;
        return () -> execute(sqlite ? "DELETE FROM referee_job" : "TRUNCATE TABLE referee_job");
    }

    @Override
    public ClaimPlan claimPlan(QueueName queue, int limit) {
        Recorder statements = new Recorder();
        try (Node node = node(NodeOptions.DEFAULT.poolSize(1).wiring(Wiring.DEFAULT.driver(statements)));
                Connection connection = database.connect()) {
            Jobs.over(node.adapter()).claim(queue, limit, LeaseTime.of(LeaseTime.MAX));
            return SqlJobs.of(engine.server()).planOf(statements.calls(), connection, queue, limit);
        } catch (SQLException e) {
            throw new IllegalStateException("the plan could not be had", e);
        }
    }

    @Override
    public void deleteMember(String email) {
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement("DELETE FROM member WHERE email = ?")) {
            statement.setString(1, email);
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException("the member could not be deleted", e);
        }
    }

    @Override
    public List<Provocation> provocations() {
        return SqlProvocations.of(database);
    }

    @Override
    public void expireLease(LockName name) {
        String past = SqlTools.of(engine.server()).past();
        try (Connection connection = database.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE referee_lease SET deadline = " + past + " WHERE name = ?")) {
            statement.setBytes(1, name.value().getBytes(StandardCharsets.UTF_8));
            if (statement.executeUpdate() != 1) {
                throw new IllegalStateException("there is no lease on " + name);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the lease could not be ended", e);
        }
    }

    @Override
    public List<FeeLine> feeLines(CaseId id) {
        List<FeeLine> lines = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT line, description, amount_cents FROM referee_permit_fee WHERE case_id = " + id
                                + " ORDER BY line")) {
            while (rows.next()) {
                lines.add(new FeeLine(rows.getInt(1), rows.getString(2), rows.getLong(3)));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the fee lines could not be read", e);
        }
        return lines;
    }

    @Override
    public InetSocketAddress address() {
        if (engine.server().state() instanceof ServerState.Running running) {
            return new InetSocketAddress(running.host(), running.port());
        }
        throw new IllegalStateException("the engine has no address");
    }

    @Override
    public Entrance entrance() {
        return new Entrance(SqlOpener.class.getName(), SqlOpener.where(database));
    }

    @Override
    public void close() {
        onClose.run();
    }
}
