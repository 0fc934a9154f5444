package dev.referee.acceptance.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Greets, then answers every line with the line; remembers the lines, and tells when a connection has ended. */
final class LineServer implements AutoCloseable {

    static final String GREETING = "hello";

    private final ServerSocket listener;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> endings = new LinkedBlockingQueue<>();

    LineServer() throws IOException {
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        launch(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** The next line that was received, or "none" if there is none within the time. */
    String nextLine(long millis) throws InterruptedException {
        String line = lines.poll(millis, TimeUnit.MILLISECONDS);
        return line == null ? "none" : line;
    }

    /** Waits for the end of a connection. */
    boolean sawAnEnd() throws InterruptedException {
        return endings.poll(5, TimeUnit.SECONDS) != null;
    }

    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket socket : open) {
            socket.close();
        }
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket socket = listener.accept();
            socket.setTcpNoDelay(true);
            open.add(socket);
            launch(() -> serve(socket));
        }
    }

    private void serve(Socket socket) throws IOException {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
            OutputStream out = socket.getOutputStream();
            say(out, GREETING);
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                lines.add(line);
                say(out, line);
            }
        } finally {
            endings.add("ended");
        }
    }

    private static void say(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    private interface Work {
        void run() throws IOException;
    }

    private void launch(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        if (!listener.isClosed() && endings.isEmpty()) {
                            throw new UncheckedIOException(e);
                        }
                    }
                },
                "line-server");
        thread.setDaemon(true);
        thread.start();
    }
}
