package dev.referee.acceptance.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import io.zonky.test.db.postgres.embedded.PgBinaryResolver;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/** PostgreSQL from Maven Central, unpacked once per version into the cache. */
final class PostgresServer {

    private static final String USER = "postgres";

    private PostgresServer() {}

    static ServerState start(int version, TestServers server, RunFolder run) throws Exception {
        Path archives =
                Path.of(System.getProperty("referee.postgres.dir", "target/postgres"), Integer.toString(version));
        if (!Files.isDirectory(archives)) {
            return new ServerState.Unavailable(
                    "The server's archive is not in " + archives + ", where the Maven build puts it.");
        }
        Path cache = Files.createDirectories(Settings.cache().resolve("postgresql"));
        // The library would make a folder of its own in the temporary folder otherwise.
        System.setProperty("ot.epg.working-dir", cache.toString());
        int port = Ports.free();
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPgBinaryResolver(new Archive(archives))
                .setOverrideWorkingDirectory(cache.toFile())
                .setDataDirectory(run.of(server).resolve("data"))
                .setPort(port)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setRegisterShutdownHook(false)
                .setServerConfig("max_connections", "400")
                .setServerConfig("timezone", "America/New_York")
                .setServerConfig("unix_socket_directories", "");
        if (Settings.durable()) {
            // The library turns all of them off; the later option wins.
            builder.setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("full_page_writes", "on");
        }
        builder.start();
        JdbcUrl url = new JdbcUrl("jdbc:postgresql://", "127.0.0.1", port, "postgres", "?sslmode=disable");
        return ServerState.Running.at(url, USER, "");
    }

    private record Archive(Path folder) implements PgBinaryResolver {
        @Override
        public InputStream getPgBinary(String system, String machine) throws IOException {
            return Files.newInputStream(
                    folder.resolve("postgres-" + system.toLowerCase(Locale.ROOT) + "-" + machine + ".txz"));
        }
    }
}
