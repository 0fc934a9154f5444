package dev.referee.acceptance.net;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection through a {@link TcpProxy}: its counts, and faults that are meant for it alone. Safe for use by many
 * threads.
 */
public final class ProxiedConnection {

    private static final int BUFFER = 64 * 1024;
    private static final byte[] NOTHING = {};
    private static final int CONNECT_MILLIS = 10_000;

    /** A reply counts as whole once the server has said nothing for this long; local servers pause far less. */
    private static final int QUIET_MILLIS = 20;

    /** A reply that will not end is not waited for longer than this. */
    private static final Duration REPLY_LIMIT = Duration.ofSeconds(2);

    private final TcpProxy proxy;
    private final Socket client;
    private final Socket server = new Socket();
    private final int clientPort;
    private final Outlet toServer;
    private final Outlet toClient;
    private final Gate gate = new Gate();
    private final Meter meter = new Meter();
    private final Slot armed = new Slot();
    private final AtomicBoolean awaitingReply = new AtomicBoolean();
    private final AtomicBoolean aborted = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final Object finishing = new Object();
    private int openDirections = 2;
    private volatile boolean replyUnwanted;
    private final AtomicBoolean clientEnded = new AtomicBoolean();
    private byte[] requestSoFar = NOTHING;

    ProxiedConnection(TcpProxy proxy, Socket client, long delayNanos) {
        this.proxy = proxy;
        this.client = client;
        this.clientPort = client.getPort();
        this.toServer = new Outlet(delayNanos, this::deliverToServer);
        this.toClient = new Outlet(delayNanos, this::deliverToClient);
        meter.connection();
    }

    /** The client's own port on loopback, by which a test can tell its connections apart. */
    public int clientPort() {
        return clientPort;
    }

    /** What passed so far; its {@code connections} is 1. */
    public Traffic traffic() {
        return meter.snapshot();
    }

    /** As {@link TcpProxy#cutReplyToNextRequest()}, for this connection alone. */
    public void cutReplyToNextRequest() {
        armed.arm(new Fault(Fault.Kind.LOSE_REPLY, "", 0));
    }

    /** As {@link TcpProxy#cutNextRequest()}, for this connection alone. */
    public void cutNextRequest() {
        armed.arm(new Fault(Fault.Kind.LOSE_REQUEST, "", 0));
    }

    /** As {@link TcpProxy#silence()}, for this connection alone. */
    public void silence() {
        gate.shut();
    }

    /** Ends {@link #silence()}: what was held back is passed on. */
    public void restore() {
        gate.open();
    }

    /** Resets the connection on both sides. */
    public void kill() {
        abort();
    }

    void start() {
        launch("requests", this::pumpRequests);
    }

    // ---- client to server

    private void pumpRequests() throws IOException, InterruptedException {
        try {
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            server.connect(proxy.target(), CONNECT_MILLIS);
        } catch (IOException unreachable) {
            passGates();
            throw unreachable;
        }
        launch("replies", this::pumpReplies);
        if (toServer.isDelayed()) {
            launch("requests-delayed", toServer::deliverWhenDue);
            launch("replies-delayed", toClient::deliverWhenDue);
        }
        byte[] buffer = new byte[BUFFER];
        for (int n = readRequest(buffer); n >= 0; n = readRequest(buffer)) {
            switch (noteRequest(buffer, n)) {
                case LOSE_REQUEST -> {
                    replyUnwanted = true;
                    endClient();
                    toServer.end();
                    discardRequests(buffer);
                    return;
                }
                case LOSE_REPLY -> toServer.send(buffer, n, true);
                case NONE -> toServer.send(buffer, n, false);
            }
        }
        toServer.end();
    }

    /** A client that was told "no more" by an end of stream may still say goodbye. */
    private void discardRequests(byte[] buffer) throws IOException, InterruptedException {
        int n = 0;
        while (n >= 0) {
            n = readRequest(buffer);
        }
    }

    private int readRequest(byte[] buffer) throws IOException, InterruptedException {
        try {
            return client.getInputStream().read(buffer);
        } catch (IOException broken) {
            if (clientEnded.get()) {
                return -1;
            }
            passGates();
            throw broken;
        }
    }

    private Fault.Kind noteRequest(byte[] buffer, int length) {
        meter.fromClient(length);
        proxy.meter().fromClient(length);
        boolean first = awaitingReply.compareAndSet(false, true);
        if (armed.isEmpty() && proxy.armed().isEmpty()) {
            requestSoFar = NOTHING;
            return Fault.Kind.NONE;
        }
        // A text that is looked for may lie across two reads of one request.
        byte[] before = first ? NOTHING : requestSoFar;
        byte[] request = Arrays.copyOf(before, before.length + length);
        System.arraycopy(buffer, 0, request, before.length, length);
        requestSoFar = Arrays.copyOfRange(request, Math.max(0, request.length - Fault.MAX_TEXT), request.length);
        Fault.Kind own = armed.fire(request, first);
        return own == Fault.Kind.NONE ? proxy.armed().fire(request, first) : own;
    }

    private void deliverToServer(Outlet.Chunk chunk) throws IOException, InterruptedException {
        passGates();
        if (chunk.marked) {
            replyUnwanted = true;
        }
        if (chunk.end) {
            server.shutdownOutput();
            directionEnded();
        } else {
            server.getOutputStream().write(chunk.bytes, 0, chunk.length);
        }
    }

    // ---- server to client

    private void pumpReplies() throws IOException, InterruptedException {
        byte[] buffer = new byte[BUFFER];
        for (int n = readReply(buffer); n >= 0; n = readReply(buffer)) {
            if (replyUnwanted) {
                loseReply(buffer);
                break;
            }
            toClient.send(buffer, n, false);
        }
        if (replyUnwanted) {
            endClient();
        }
        toClient.end();
    }

    private int readReply(byte[] buffer) throws IOException, InterruptedException {
        try {
            return server.getInputStream().read(buffer);
        } catch (IOException broken) {
            passGates();
            throw broken;
        }
    }

    /**
     * The server has begun to answer. A group of statements may be answered in pieces while its end is still coming from
     * the client, so the client is cut off only when the server pauses; what was read from it is delivered in any case.
     */
    private void loseReply(byte[] buffer) throws IOException {
        long limit = System.nanoTime() + REPLY_LIMIT.toNanos();
        server.setSoTimeout(QUIET_MILLIS);
        boolean open = true;
        try {
            while (open && System.nanoTime() < limit) {
                open = server.getInputStream().read(buffer) >= 0;
            }
        } catch (SocketTimeoutException quiet) {
            open = true;
        }
        endClient();
        server.setSoTimeout(0);
        while (open) {
            open = server.getInputStream().read(buffer) >= 0;
        }
    }

    private void deliverToClient(Outlet.Chunk chunk) throws IOException, InterruptedException {
        passGates();
        if (chunk.end) {
            if (!clientEnded.get()) {
                client.shutdownOutput();
            }
            directionEnded();
            return;
        }
        if (clientEnded.get()) {
            return;
        }
        // Counted before it is written: whoever has the answer finds it counted.
        if (awaitingReply.compareAndSet(true, false)) {
            meter.roundTrip();
            proxy.meter().roundTrip();
        }
        meter.toClient(chunk.length);
        proxy.meter().toClient(chunk.length);
        client.getOutputStream().write(chunk.bytes, 0, chunk.length);
    }

    // ---- the end

    private void passGates() throws InterruptedException {
        proxy.gate().pass();
        gate.pass();
    }

    private void endClient() throws IOException {
        if (!clientEnded.compareAndSet(false, true)) {
            return;
        }
        if (proxy.ending() == Ending.RESET) {
            client.setSoLinger(true, 0);
            client.close();
        } else {
            client.shutdownOutput();
        }
    }

    private void directionEnded() {
        synchronized (finishing) {
            openDirections--;
            if (openDirections > 0) {
                return;
            }
        }
        closeQuietly(client);
        closeQuietly(server);
        proxy.forget(this);
    }

    /** Resets both sides and wakes whoever waits; harmless when repeated. */
    void abort() {
        if (!aborted.compareAndSet(false, true)) {
            return;
        }
        resetQuietly(client);
        resetQuietly(server);
        synchronized (threads) {
            threads.forEach(Thread::interrupt);
        }
        proxy.forget(this);
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    private void launch(String role, Work work) {
        synchronized (threads) {
            if (!aborted.get()) {
                threads.add(proxy.launch(clientPort + "-" + role, () -> run(work)));
            }
        }
    }

    private void run(Work work) {
        try {
            work.run();
        } catch (IOException broken) {
            // A broken side is passed on as a broken side.
            abort();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
            abort();
        }
    }

    private static void resetQuietly(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (IOException alreadyClosed) {
            closeQuietly(socket);
        }
        closeQuietly(socket);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("a socket of the relay could not be closed", e);
        }
    }
}
