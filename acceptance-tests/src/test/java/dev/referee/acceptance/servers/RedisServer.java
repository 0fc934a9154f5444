package dev.referee.acceptance.servers;

import dev.referee.acceptance.crash.Processes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis of a test's own, from Maven Central: a process that can be killed, stopped and started again on the same port. Its data goes with the
 * JVM. Used by one thread at a time.
 */
public final class RedisServer implements AutoCloseable {

    /** What outlives the server's process. */
    public enum Memory {
        /** Nothing. */
        NONE,
        /** What was acknowledged: the append-only file, which the kernel has before the reply is sent. */
        APPEND_ONLY_FILE
    }

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 5;
    private static final int ANSWER = 5;

    private final Path folder;
    private final int port;
    private final List<String> command;
    private Process process;

    private RedisServer(Path folder, int port, List<String> command) throws IOException {
        this.folder = folder;
        this.port = port;
        this.command = command;
        this.process = launch();
    }

    /** A server of the caller's own, from {@code REFEREE_REDIS_URL}. */
    public static Optional<String> callersOwn() {
        return Settings.ofServer("redis", "URL");
    }

    /**
     * Starts a server, and waits until it answers.
     *
     * @param options of redis-server, such as {@code --maxmemory 1gb}
     */
    public static RedisServer start(Memory memory, String... options) {
        try {
            Path folder = LocalServers.runFolder().ofAnother("redis");
            int port = Ports.free();
            List<String> command = new ArrayList<>(List.of(
                    program().toString(),
                    "--dir",
                    folder.toString(),
                    "--port",
                    Integer.toString(port),
                    "--bind",
                    "127.0.0.1",
                    // The guard over the test servers finds them by their command line.
                    "--set-proc-title",
                    "no",
                    "--save",
                    ""));
            if (memory == Memory.APPEND_ONLY_FILE) {
                command.addAll(List.of("--appendonly", "yes"));
            }
            Collections.addAll(command, options);
            return new RedisServer(folder, port, command);
        } catch (IOException e) {
            throw new UncheckedIOException("Redis did not start", e);
        }
    }

    public String host() {
        return "127.0.0.1";
    }

    public int port() {
        return port;
    }

    public String url() {
        return "redis://" + host() + ":" + port;
    }

    /** Kills it at once (SIGKILL), and waits until it is gone. */
    public void kill() {
        Processes.kill(process);
    }

    /** Starts it again after {@link #kill}, with what it kept. */
    public void startAgain() {
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException("Redis did not start again", e);
        }
    }

    /** Stops it where it is: SIGSTOP. Its connections stay open, and are not answered. */
    public void pause() {
        Processes.pause(process);
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() {
        Processes.resume(process);
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("the data of Redis could not be removed", e);
        }
    }

    private Process launch() throws IOException {
        Path log = folder.resolve("server.log");
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        long limit = System.nanoTime() + LIMIT.toNanos();
        try {
            while (!answers()) {
                if (started.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS) || System.nanoTime() - limit > 0) {
                    started.destroyForcibly();
                    throw new IOException("redis-server does not answer; see its output: " + Files.readString(log));
                }
            }
        } catch (InterruptedException e) {
            started.destroyForcibly();
            throw interrupted(e);
        }
        return started;
    }

    /** Also waits until the data is read: until then the answer is an error. */
    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readNBytes(ANSWER), StandardCharsets.US_ASCII).equals("+PONG");
        } catch (IOException notYet) {
            return false;
        }
    }

    private static Path program() throws IOException {
        try {
            return Cache.folder("redis-1.4.3", RedisServer::unpack).resolve("redis-server");
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("redis-server could not be unpacked", e);
        }
    }

    private static void unpack(Path into) throws IOException {
        Path unpacked =
                ExecutableProvider.newJarResourceProvider(into.toFile()).get().toPath();
        Path program = Files.move(unpacked, into.resolve("redis-server"));
        if (!program.toFile().setExecutable(true)) {
            throw new IOException(program + " cannot be made executable");
        }
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while Redis was waited for", e);
    }
}
