package dev.referee.acceptance.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A relay on loopback in front of a server. It knows nothing of what it carries: it counts round trips, delays, and
 * breaks connections at a chosen moment, as networks do.
 *
 * <p>A round trip is client bytes followed by server bytes, seen at the client's side. A client that sends more before
 * it has the answer to the first makes one round trip of both; a greeting that nobody asked for is none, and neither is
 * a request whose reply was cut off. Count under {@link #COUNTING_DELAY}, or a count can depend on who is quicker.
 *
 * <p>Faults are one-shot: ordered here they hit the next request on whichever connection sends it, a new one included;
 * ordered on a {@link ProxiedConnection} they hit that one. A later order replaces one that has not fired. Order them
 * while no request is on its way.
 *
 * <p>Safe for use by many threads. Every connection takes two daemon threads, four with a delay; {@link #close()} ends
 * them.
 */
public final class TcpProxy implements AutoCloseable {

    /**
     * A delay under which round trips are counted exactly. A driver may send one request in two writes without waiting in
     * between (PostgreSQL's BEGIN and the first statement); without a delay the answer to the first write can overtake
     * the second, and is then counted as a round trip of its own.
     */
    public static final Duration COUNTING_DELAY = Duration.ofMillis(20);

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(10);
    private static final Duration MAX_DELAY = Duration.ofSeconds(10);
    private static final int BACKLOG = 1024;

    private final InetSocketAddress target;
    private final int port;
    private final Meter meter = new Meter();
    private final Gate gate = new Gate();
    private final Slot armed = new Slot();
    private final Set<ProxiedConnection> connections = new LinkedHashSet<>();
    private final Set<Thread> threads = new HashSet<>();
    private final Object lifecycle = new Object();
    private ServerSocket listener;
    private Thread acceptor;
    private Optional<SocketChannel> placeholder = Optional.empty();
    private boolean closed;
    private volatile long delayNanos;
    private volatile Ending ending = Ending.RESET;

    private TcpProxy(InetSocketAddress target) throws IOException {
        this.target = target;
        this.listener = listen(0);
        this.port = listener.getLocalPort();
        this.acceptor = accept(listener);
    }

    /**
     * Starts a relay on a free port of 127.0.0.1.
     *
     * @throws UncheckedIOException if no port can be had
     */
    public static TcpProxy to(String host, int port) {
        try {
            return new TcpProxy(new InetSocketAddress(host, port));
        } catch (IOException e) {
            throw new UncheckedIOException("the relay could not listen on loopback", e);
        }
    }

    /** The address that clients connect to: always 127.0.0.1. */
    public String host() {
        return "127.0.0.1";
    }

    /** The port that clients connect to; it stays the same while new connections are refused. */
    public int port() {
        return port;
    }

    /**
     * Delays bytes by this much in each direction, on connections accepted from now on.
     *
     * @param eachWay 0 to 10 s
     */
    public TcpProxy delay(Duration eachWay) {
        if (eachWay.isNegative() || eachWay.compareTo(MAX_DELAY) > 0) {
            throw new IllegalArgumentException("eachWay must be 0 to 10 s, but was " + eachWay);
        }
        delayNanos = eachWay.toNanos();
        return this;
    }

    /** Sets how cuts end the client's connection; a reset unless set. */
    public TcpProxy endWith(Ending how) {
        ending = how;
        return this;
    }

    /** What passed so far on all connections, closed ones included. */
    public Traffic traffic() {
        return meter.snapshot();
    }

    /** The connections that are open now, oldest first. */
    public List<ProxiedConnection> connections() {
        synchronized (connections) {
            return List.copyOf(connections);
        }
    }

    /**
     * Loses the reply to the next request: the request is passed on whole, and when the server has answered, the answer
     * is dropped and the client's connection ended. What the request asked for has then happened, and the client cannot
     * know.
     */
    public void cutReplyToNextRequest() {
        cutReplyToNextRequestWith("");
    }

    /**
     * As {@link #cutReplyToNextRequest()}, for the next request that holds this text: COMMIT, for instance.
     *
     * @param text at most 128 visible ASCII characters, compared without regard to case
     */
    public void cutReplyToNextRequestWith(String text) {
        armed.arm(new Fault(Fault.Kind.LOSE_REPLY, text, 0));
    }

    /** Loses the next request: nothing of it reaches the server, and both sides of the connection are ended. */
    public void cutNextRequest() {
        cutNextRequestWith("");
    }

    /**
     * As {@link #cutNextRequest()}, for the next request that holds this text. Of a request of several segments those
     * before the text may reach the server; the statement with the text does not.
     *
     * @param text at most 128 visible ASCII characters, compared without regard to case
     */
    public void cutNextRequestWith(String text) {
        armed.arm(new Fault(Fault.Kind.LOSE_REQUEST, text, 0));
    }

    /** As {@link #cutReplyToNextRequest()}, but so many requests, on whichever connections, are passed on before. */
    public void cutReplyToRequestAfter(int others) {
        armed.arm(new Fault(Fault.Kind.LOSE_REPLY, "", others));
    }

    /** As {@link #cutNextRequest()}, but so many requests, on whichever connections, are passed on before. */
    public void cutRequestAfter(int others) {
        armed.arm(new Fault(Fault.Kind.LOSE_REQUEST, "", others));
    }

    /** Whether a cut was ordered here that has not fired. */
    public boolean isArmed() {
        return !armed.isEmpty();
    }

    /** Takes back a cut that was ordered here and has not fired. */
    public void disarm() {
        armed.arm(Fault.NONE);
    }

    /**
     * Passes nothing on any more, on present and new connections; sockets stay open, and both sides see a silent peer.
     * Bytes that are being written at this moment may still arrive.
     */
    public void silence() {
        gate.shut();
    }

    /** Ends {@link #silence()}: what was held back is passed on, the end of a connection included. */
    public void restore() {
        gate.open();
    }

    /**
     * Refuses new connections, as a host does where nothing listens, or accepts them again. Open ones stay.
     *
     * @throws UncheckedIOException if the port cannot be listened on again
     */
    public void refuseNewConnections(boolean refuse) {
        synchronized (lifecycle) {
            if (closed || refuse == placeholder.isPresent()) {
                return;
            }
            try {
                if (refuse) {
                    listener.close();
                    // The kernel holds the port until the thread that waits in accept has come out of it.
                    join(acceptor, System.nanoTime() + CLOSE_LIMIT.toNanos());
                    placeholder = Optional.of(hold(port));
                } else {
                    placeholder.orElseThrow().close();
                    placeholder = Optional.empty();
                    listener = listen(port);
                    acceptor = accept(listener);
                }
            } catch (IOException e) {
                throw new UncheckedIOException("port " + port + " could not be closed or opened", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while port " + port + " was being closed", e);
            }
        }
    }

    /** Resets every open connection on both sides; new ones are accepted. */
    public void killAll() {
        connections().forEach(ProxiedConnection::abort);
    }

    /**
     * Ends every connection and thread of the relay. Harmless when repeated.
     *
     * @throws IllegalStateException if a thread is still there after 10 s
     */
    @Override
    public void close() {
        Thread accepting;
        synchronized (lifecycle) {
            if (closed) {
                return;
            }
            closed = true;
            accepting = acceptor;
            try {
                listener.close();
                if (placeholder.isPresent()) {
                    placeholder.get().close();
                }
            } catch (IOException e) {
                throw new UncheckedIOException("port " + port + " could not be closed", e);
            }
        }
        long deadline = System.nanoTime() + CLOSE_LIMIT.toNanos();
        try {
            join(accepting, deadline);
            killAll();
            for (Thread thread : launched()) {
                join(thread, deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread, long deadlineNanos) throws InterruptedException {
        thread.join(
                Math.max(1, Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis()));
        if (thread.isAlive()) {
            throw new IllegalStateException("thread " + thread.getName() + " of the relay does not end");
        }
    }

    InetSocketAddress target() {
        return target;
    }

    Meter meter() {
        return meter;
    }

    Gate gate() {
        return gate;
    }

    Slot armed() {
        return armed;
    }

    Ending ending() {
        return ending;
    }

    void forget(ProxiedConnection connection) {
        synchronized (connections) {
            connections.remove(connection);
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        return socket;
    }

    /** Keeps the port ours while nothing listens on it: bound without listening, it refuses. */
    private static SocketChannel hold(int port) throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        return channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    private Thread accept(ServerSocket from) {
        return launch("accept", () -> acceptUntilClosed(from));
    }

    /** Starts a thread that {@link #close()} waits for. */
    Thread launch(String role, Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy-" + port + "-" + role);
        thread.setDaemon(true);
        synchronized (threads) {
            threads.removeIf(old -> !old.isAlive());
            thread.start();
            threads.add(thread);
        }
        return thread;
    }

    private List<Thread> launched() {
        synchronized (threads) {
            return List.copyOf(threads);
        }
    }

    private void acceptUntilClosed(ServerSocket from) {
        while (!from.isClosed()) {
            Socket client;
            try {
                client = from.accept();
            } catch (IOException e) {
                if (from.isClosed()) {
                    return;
                }
                throw new UncheckedIOException("port " + port + " accepts no more", e);
            }
            ProxiedConnection connection = new ProxiedConnection(this, client, delayNanos);
            meter.connection();
            synchronized (connections) {
                connections.add(connection);
            }
            connection.start();
        }
    }
}
