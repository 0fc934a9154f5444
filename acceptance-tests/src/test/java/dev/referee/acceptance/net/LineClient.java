package dev.referee.acceptance.net;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Talks to a {@link LineServer} through a relay. */
final class LineClient implements AutoCloseable {

    static final String END = "(end of stream)";

    private final Socket socket;
    private final BufferedReader in;

    LineClient(TcpProxy proxy) throws IOException {
        socket = new Socket(proxy.host(), proxy.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(10_000);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    /** Connects and takes the greeting, so that the relay's connection is complete. */
    static LineClient greeted(TcpProxy proxy) throws IOException {
        LineClient client = new LineClient(proxy);
        client.hear();
        return client;
    }

    int port() {
        return socket.getLocalPort();
    }

    void patience(int millis) throws IOException {
        socket.setSoTimeout(millis);
    }

    /** Sends text as it is, in one write. */
    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    String hear() throws IOException {
        String line = in.readLine();
        return line == null ? END : line;
    }

    String ask(String line) throws IOException {
        send(line + "\n");
        return hear();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
