package dev.referee.desk;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends bytes as they are, for requests that no client would make. */
final class RawHttp {

    private static final Pattern CONTENT_LENGTH = Pattern.compile("Content-Length: ([0-9]+)", Pattern.CASE_INSENSITIVE);

    private RawHttp() {}

    /** Sends the text (one byte a character) and reads one response. */
    static Answer send(int port, String text) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return parse(readOne(socket));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the text and waits for the desk to end the connection. @throws UncheckedIOException if it does not, within ten seconds */
    static Answer sendUntilEnd(int port, String text) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return parse(socket.getInputStream().readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends the text and goes away, by a reset, without reading anything. */
    static void sendAndLeave(int port, String text) {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            socket.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] readOne(Socket socket) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        try {
            for (int n = socket.getInputStream().read(buffer);
                    n >= 0;
                    n = isWhole(all.toByteArray())
                            ? -1
                            : socket.getInputStream().read(buffer)) {
                all.write(buffer, 0, n);
            }
        } catch (SocketException reset) {
            if (all.size() == 0) {
                throw reset;
            }
        }
        return all.toByteArray();
    }

    private static boolean isWhole(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        Matcher length = CONTENT_LENGTH.matcher(text);
        return end >= 0 && length.find() && text.length() >= end + 4 + Integer.parseInt(length.group(1));
    }

    private static Answer parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int end = text.indexOf("\r\n\r\n");
        if (end < 0) {
            throw new IllegalStateException("no response: " + text);
        }
        String[] lines = text.substring(0, end).split("\r\n", -1);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            headers.computeIfAbsent(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                    .add(lines[i].substring(colon + 1).strip());
        }
        byte[] body = text.substring(end + 4).getBytes(StandardCharsets.ISO_8859_1);
        return new Answer(
                Integer.parseInt(lines[0].substring(9, 12)),
                HttpHeaders.of(headers, (name, value) -> true),
                isChunked(headers) ? unchunk(body) : body);
    }

    private static boolean isChunked(Map<String, List<String>> headers) {
        return headers.getOrDefault("transfer-encoding", List.of()).contains("chunked");
    }

    private static byte[] unchunk(byte[] body) {
        String rest = new String(body, StandardCharsets.ISO_8859_1);
        StringBuilder text = new StringBuilder();
        while (true) {
            int line = rest.indexOf("\r\n");
            int size = Integer.parseInt(rest.substring(0, line), 16);
            if (size == 0) {
                return text.toString().getBytes(StandardCharsets.ISO_8859_1);
            }
            text.append(rest, line + 2, line + 2 + size);
            rest = rest.substring(line + 2 + size + 2);
        }
    }
}
