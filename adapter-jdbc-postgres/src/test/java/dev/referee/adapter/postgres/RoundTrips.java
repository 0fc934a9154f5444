package dev.referee.adapter.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Relays to a server and counts how often the client sent something and then waited for the reply. */
final class RoundTrips implements AutoCloseable {

    private final ServerSocket listener;
    private final AtomicInteger count = new AtomicInteger();
    private volatile CountDownLatch heard = new CountDownLatch(0);

    RoundTrips(int serverPort) throws IOException {
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(() -> {
            while (true) {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                AtomicBoolean waiting = new AtomicBoolean();
                start(() -> relay(client, server, () -> {
                    if (waiting.compareAndSet(false, true)) {
                        count.incrementAndGet();
                    }
                }));
                start(() -> relay(server, client, () -> {
                    waiting.set(false);
                    heard.await();
                }));
            }
        });
    }

    /** Replies are held back from now on, for good. */
    void fallSilent() {
        heard = new CountDownLatch(1);
    }

    int port() {
        return listener.getLocalPort();
    }

    int during(Runnable work) {
        int before = count.get();
        work.run();
        return count.get() - before;
    }

    private static void relay(Socket from, Socket to, Seen seen) throws IOException, InterruptedException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1 << 16];
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                seen.run();
                out.write(buffer, 0, length);
            }
        }
    }

    private static void start(Relaying work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException | InterruptedException closed) {
                Thread.currentThread().interrupt();
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }

    private interface Relaying {
        void run() throws IOException, InterruptedException;
    }

    private interface Seen {
        void run() throws InterruptedException;
    }
}
