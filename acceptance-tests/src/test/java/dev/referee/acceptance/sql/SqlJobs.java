package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.ClaimPlan;
import dev.referee.acceptance.engine.DriverListener.Call;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.application.queue.QueueName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;

/**
 * How a database is given many jobs, and how it tells by what it finds them.
 *
 * @param fill inserts {@code %2$d} jobs into queue {@code %1$s}
 * @param explain the words that, before SELECT, ask for the plan
 * @param index what the plan says, in lower case, if it reads the index in its order
 * @param never what it says, in lower case, if it also looks at other rows, or sorts
 */
record SqlJobs(String fill, String explain, String index, List<String> never) {

    private static final String INSERT = "INSERT INTO referee_job (queue, due_at, claimable_at, attempt, payload) ";

    private static final SqlJobs POSTGRES = new SqlJobs(
            INSERT + """
            SELECT '%1$s', at, at, 0, 'one of many'
              FROM (SELECT timestamptz '2020-01-01 00:00Z' + n * interval '1 ms' AS at
                      FROM generate_series(1, %2$d) AS n) AS times""", "EXPLAIN", "index scan using referee_job_claimable", List.of("seq scan", "sort", "bitmap"));

    private static final SqlJobs H2 =
            new SqlJobs(INSERT + """
            SELECT '%1$s', "AT", "AT", 0, 'one of many'
              FROM (SELECT DATEADD('MILLISECOND', X, TIMESTAMP WITH TIME ZONE '2020-01-01 00:00:00Z') AS "AT"
                      FROM SYSTEM_RANGE(1, %2$d))""", "EXPLAIN", "/* index sorted */", List.of("tablescan", "primary_key"));

    private static final String INNODB_FILL = INSERT + """
            WITH d (n) AS (SELECT 0 UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4
                           UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9),
                 t (n) AS (SELECT a.n + 10 * b.n + 100 * c.n FROM d AS a, d AS b, d AS c),
                 m (n) AS (SELECT a.n + 1000 * b.n + 1 FROM t AS a, t AS b)
            SELECT '%1$s', 1577836800000000 + 1000 * n, 1577836800000000 + 1000 * n, 0, 'one of many' FROM m WHERE n <= %2$d""";

    private static final SqlJobs MYSQL = new SqlJobs(
            INNODB_FILL,
            "EXPLAIN FORMAT=TREE",
            "index range scan on referee_job using referee_job_claimable",
            List.of("table scan", "sort"));

    private static final SqlJobs MARIADB = new SqlJobs(
            INNODB_FILL,
            "EXPLAIN",
            " range referee_job_claimable referee_job_claimable ",
            List.of("filesort", "temporary"));

    private static final SqlJobs SQLITE = new SqlJobs(
            INSERT + """
            WITH RECURSIVE m (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM m WHERE n < %2$d)
            SELECT '%1$s', 1577836800000000 + 1000 * n, 1577836800000000 + 1000 * n, 0, 'one of many' FROM m""",
            "EXPLAIN QUERY PLAN",
            "search referee_job using index referee_job_claimable (queue=? and claimable_at<?)",
            List.of("scan", "temp b-tree"));

    static SqlJobs of(TestServers server) {
        return switch (server) {
            case H2 -> H2;
            case SQLITE -> SQLITE;
            case POSTGRESQL_18, POSTGRESQL_14 -> POSTGRES;
            case MYSQL_9 -> MYSQL;
            case MARIADB_11_4 -> MARIADB;
            case IN_MEMORY -> throw new IllegalArgumentException("the in-memory engine has no plans");
        };
    }

    /** Of the first of the calls that looks for jobs. */
    ClaimPlan planOf(List<Call> calls, Connection connection, QueueName queue, int limit) throws SQLException {
        String claim = calls.stream()
                .map(Call::text)
                .filter(text -> text.contains("FROM referee_job"))
                .findFirst()
                .orElseThrow();
        StringBuilder plan = new StringBuilder();
        try (PreparedStatement statement =
                connection.prepareStatement(claim.replaceFirst("SELECT", explain + " SELECT"))) {
            statement.setString(1, queue.value());
            statement.setInt(2, limit);
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                        plan.append(rows.getString(i)).append(' ');
                    }
                }
            }
        }
        String text = plan.toString().toLowerCase(Locale.ROOT);
        return new ClaimPlan(
                claim + "\n" + plan, text.contains(index) && never.stream().noneMatch(text::contains));
    }
}
