package dev.referee.acceptance.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** MySQL from Debian's packages, by the script tools/mysql-server; unpacked once into the cache. */
final class MySqlServer {

    private static final String USER = "root";
    private static final int LIMIT_MINUTES = 10;

    private MySqlServer() {}

    static ServerState start(TestServers server, RunFolder run) throws Exception {
        Path script = script();
        Path unpacked = Cache.folder(
                "mysql-server",
                fresh -> run(
                        List.of(script.toString(), "unpack", fresh.toString()),
                        Settings.cache().resolve("mysql-server.log")));
        Path folder = run.of(server);
        // Data of its own beside the shared program: what the script starts is what it finds under one folder.
        Files.createSymbolicLink(folder.resolve("root"), unpacked.resolve("root"));
        int port = Ports.free();
        List<String> command = new ArrayList<>(List.of(
                script.toString(),
                "start",
                folder.toString(),
                Integer.toString(port),
                "--max-connections=400",
                "--default-time-zone=+05:45",
                "--innodb-buffer-pool-size=128M"));
        if (!Settings.durable()) {
            command.addAll(List.of("--innodb-flush-log-at-trx-commit=0", "--sync-binlog=0"));
        }
        run(command, folder.resolve("start.log"));
        // Unencrypted, so that a relay can see which statement passes.
        String options = "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        return ServerState.Running.at(new JdbcUrl("jdbc:mysql://", "127.0.0.1", port, "", options), USER, "");
    }

    private static Path script() throws IOException {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            Path script = folder.resolve("tools").resolve("mysql-server");
            if (Files.isExecutable(script)) {
                return script;
            }
        }
        throw new IOException(
                "tools/mysql-server is in no folder above " + Path.of("").toAbsolutePath());
    }

    private static void run(List<String> command, Path log) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("tools/mysql-server took more than " + LIMIT_MINUTES + " minutes");
        }
        if (process.exitValue() != 0) {
            List<String> said = Files.readAllLines(log);
            String last = said.isEmpty() ? "nothing" : said.get(said.size() - 1);
            throw new IOException("tools/mysql-server " + command.get(1) + " failed and said: " + last);
        }
    }
}
