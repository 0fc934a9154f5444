package dev.referee.acceptance.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The temporary folder of this JVM's servers, and the guard over it: a shell that waits for the end of the JVM, however
 * it comes, then ends every process that was started with a path in this folder, and removes the folder.
 */
final class RunFolder {

    private static final long GUARD_LIMIT_SECONDS = 15;

    /**
     * The guard's input ends when the JVM does. The data is thrown away, so the servers are not asked to save it;
     * PostgreSQL is asked to stop at once (QUIT), because it has shared memory to give back.
     */
    private static final String GUARD = """
            trap '' INT TERM HUP
            cat >/dev/null
            ours() { grep -lsFf "$1" /proc/[0-9]*/cmdline | tr -dc '0-9\\n'; }
            for i in 1 2 3; do
              set -- $(ours postgres-paths) && [ $# -gt 0 ] && kill -QUIT "$@" 2>/dev/null
              set -- $(ours other-paths) && [ $# -gt 0 ] && kill -KILL "$@" 2>/dev/null
              for j in 1 2 3 4 5 6 7 8 9 10; do
                [ -z "$(ours all-paths)" ] && break 2
                sleep 0.1
              done
            done
            set -- $(ours all-paths) && [ $# -gt 0 ] && kill -KILL "$@" 2>/dev/null
            folder=$PWD
            cd / && rm -rf "$folder"
            """;

    private final Path path;
    private final Process guard;

    private RunFolder(Path path, Process guard) {
        this.path = path;
        this.guard = guard;
    }

    static RunFolder create() throws IOException {
        Path path = Files.createTempDirectory("referee-servers-").toRealPath();
        // The guard reads the paths from files, so that its own command line names none of them.
        Files.writeString(path.resolve("postgres-paths"), path + "/postgresql-\n");
        Files.writeString(path.resolve("other-paths"), path + "/m\n" + path + "/redis\n");
        Files.writeString(path.resolve("all-paths"), path + "/\n");
        Process guard = new ProcessBuilder("sh", "-c", GUARD)
                .directory(path.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        RunFolder folder = new RunFolder(path, guard);
        Runtime.getRuntime().addShutdownHook(new Thread(folder::clear, "stop-test-servers"));
        return folder;
    }

    /** A new folder for one server. Its name begins with the engine's, by which the guard tells them apart. */
    Path of(TestServers server) throws IOException {
        return Files.createDirectory(path.resolve(server.engine()));
    }

    /** A new folder for a server of which there may be several; its name begins so. */
    Path ofAnother(String engine) throws IOException {
        return Files.createTempDirectory(path, engine + "-");
    }

    /** Ends all servers and removes the folder; returns when that is done. */
    private void clear() {
        try {
            guard.getOutputStream().close();
            if (!guard.waitFor(GUARD_LIMIT_SECONDS, TimeUnit.SECONDS)) {
                System.err.println("the test servers in " + path + " are still being stopped");
            }
        } catch (IOException e) {
            System.err.println("the test servers in " + path + " could not be stopped: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
