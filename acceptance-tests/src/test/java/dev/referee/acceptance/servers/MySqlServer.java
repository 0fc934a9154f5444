package dev.referee.acceptance.servers;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** MySQL from Debian's packages, by the script tools/mysql-server; unpacked once into the cache. */
final class MySqlServer {

    private static final String USER = "root";
    private static final int LIMIT_MINUTES = 10;
    private static final Path PROGRAM = Path.of("root", "usr", "sbin", "mysqld");

    private MySqlServer() {}

    static ServerState start(TestServers server, RunFolder run) throws Exception {
        Path script = script();
        Path unpacked = unpacked(script);
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

    /** Runs that need it at the same time wait for the first; a run that was killed while unpacking leaves no half. */
    private static Path unpacked(Path script) throws IOException, InterruptedException {
        Path cache = Files.createDirectories(Settings.cache());
        Path unpacked = cache.resolve("mysql-server");
        if (Files.isExecutable(unpacked.resolve(PROGRAM))) {
            return unpacked;
        }
        try (FileChannel file = FileChannel.open(
                        cache.resolve("mysql-server.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (lock.isValid() && !Files.isExecutable(unpacked.resolve(PROGRAM))) {
                Path fresh = Files.createTempDirectory(cache, "mysql-server.new-");
                run(List.of(script.toString(), "unpack", fresh.toString()), cache.resolve("mysql-server.log"));
                Files.move(fresh, unpacked, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return unpacked;
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
