package dev.referee.desk.store;

import dev.referee.desk.DeskRefusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Which database the desk uses.
 *
 * @param url empty: H2 in a file in the folder {@code data}
 * @param user empty: what the URL or the driver says
 * @param data a folder; made if it is not there
 * @param poolSize how many connections at most
 */
@ConfigurationProperties("referee.desk")
record StoreProperties(
        @DefaultValue("") String url,
        @DefaultValue("") String user,
        @DefaultValue("") String password,
        @DefaultValue("data") String data,
        @DefaultValue("10") int poolSize) {

    DatabaseUrl databaseUrl() {
        return DatabaseUrl.parse(url.isEmpty() ? fileUrl() : url);
    }

    /**
     * The desk closes the database itself, once the last request is answered: H2's own hook could be earlier. What fails is told by exceptions,
     * so no trace file is written.
     */
    private String fileUrl() {
        try {
            Path folder = Path.of(data).toAbsolutePath().normalize();
            if (folder.toString().indexOf(';') >= 0) {
                throw new DeskRefusal("The data folder must not have a semicolon in its name.");
            }
            Files.createDirectories(folder);
            return "jdbc:h2:file:" + folder.resolve("desk") + ";DB_CLOSE_ON_EXIT=FALSE;TRACE_LEVEL_FILE=0";
        } catch (InvalidPathException | IOException invalid) {
            throw new DeskRefusal(
                    "The data folder is not there and cannot be made; choose another one with --data=FOLDER.", invalid);
        }
    }

    /** Without the password, so that no log holds it. */
    @Override
    public String toString() {
        return url.isEmpty() ? "H2 in " + data : databaseUrl().shown();
    }
}
