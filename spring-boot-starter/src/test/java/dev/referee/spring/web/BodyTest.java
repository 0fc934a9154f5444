package dev.referee.spring.web;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.Token;
import dev.referee.spring.web.Server.Reply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Bodies are read for the fingerprint, and given to the endpoint again. */
class BodyTest {

    private static final Server SERVER = Server.start(
            "referee.idempotency.http.max-body-size=1MB",
            "referee.idempotency.http.memory-buffer-size=1KB",
            "spring.servlet.multipart.max-file-size=200KB");

    private final String key = Token.random().value();

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @BeforeEach
    void reset() {
        SERVER.endpoint().reset();
    }

    private HttpRequest.Builder form(String path, String body) {
        return SERVER.post(path, key, body).setHeader("Content-Type", "application/x-www-form-urlencoded");
    }

    @Test
    void a_forms_parameters_are_read_from_the_body_behind_those_of_the_query() {
        Reply first = Server.send(form("/run/form?a=0", "name=Gr%C3%BC%C3%9Fe+%26&a=1&a=2&empty=&bare"));
        assertEquals("Grüße & {a=0+1+2, bare=, empty=, name=Grüße &} 4", first.text());
        assertTrue(Server.send(form("/run/form?a=0", "name=Gr%C3%BC%C3%9Fe+%26&a=1&a=2&empty=&bare"))
                .isReplayed());
        assertEquals(422, Server.send(form("/run/form?a=0", "name=Gr")).status());
    }

    @Test
    void a_form_that_cannot_be_decoded_is_400() {
        assertEquals(400, Server.send(form("/run/form", "name=%zz")).status());
        assertEquals(0, SERVER.runs());
    }

    @Test
    void a_form_that_was_read_before_the_filter_is_told_apart_by_its_parameters() {
        // Spring Security's filter has asked for the parameter.
        Reply first = Server.send(form("/run/form?csrf", "name=a&token=right"));
        assertEquals("a {csrf=, name=a, token=right} 3", first.text());
        assertTrue(Server.send(form("/run/form?csrf", "name=a&token=right")).isReplayed());
        assertEquals(
                422, Server.send(form("/run/form?csrf", "name=b&token=right")).status());
    }

    private HttpRequest.Builder multipart(String path, String boundary, String file) {
        String body = "--" + boundary + "\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA plan\r\n--"
                + boundary
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"plan.txt\"\r\n"
                + "Content-Type: text/plain\r\n\r\n" + file + "\r\n--" + boundary + "--\r\n";
        return SERVER.post(path, key, body).setHeader("Content-Type", "multipart/form-data; boundary=" + boundary);
    }

    @Test
    void a_form_with_parts_is_the_same_under_another_boundary() {
        Reply first = Server.send(multipart("/run/upload", "first-boundary", "contents"));
        assertEquals("run 1 A plan plan.txt contents", first.text());
        Reply second = Server.send(multipart("/run/upload", "second-boundary", "contents"));
        assertEquals("run 1 A plan plan.txt contents", second.text());
        assertTrue(second.isReplayed());
        assertEquals(
                422,
                Server.send(multipart("/run/upload", "third-boundary", "others"))
                        .status());
        assertEquals(1, SERVER.runs());
    }

    @Test
    void parts_can_be_read_without_springs_help() {
        assertEquals(
                "title,file",
                Server.send(multipart("/run/parts", "b", "contents")).text());
    }

    @Test
    void parts_beyond_the_containers_limit_are_413_and_parts_that_are_not_whole_400() {
        assertEquals(
                413,
                Server.send(multipart("/run/upload", "b", "x".repeat(300_000))).status());
        HttpRequest.Builder torn = SERVER.post(
                        "/run/upload", key, "--b\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA")
                .setHeader("Content-Type", "multipart/form-data; boundary=b");
        assertEquals(400, Server.send(torn).status());
        HttpRequest.Builder unbounded =
                SERVER.post("/run/upload", key, "x").setHeader("Content-Type", "multipart/form-data");
        assertEquals(400, Server.send(unbounded).status());
        assertEquals(0, SERVER.runs());
    }

    @Test
    void where_the_container_reads_no_parts_a_form_of_them_is_bytes() {
        try (Server plain = Server.start("spring.servlet.multipart.enabled=false")) {
            HttpRequest.Builder request =
                    plain.post("/run/raw", key, "--b--").setHeader("Content-Type", "multipart/form-data; boundary=b");
            assertEquals("5 5", Server.send(request).text());
            assertTrue(Server.send(request).isReplayed());
        }
    }

    @ParameterizedTest
    @CsvSource({"0", "1", "1024", "1025", "1048576"})
    void a_body_up_to_the_limit_is_given_to_the_endpoint_whole_with_its_length_or_in_chunks(int length)
            throws IOException {
        Set<Path> before = temporaryFiles();
        byte[] bytes = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
        HttpRequest.Builder request = SERVER.post("/run/raw", key, "");
        assertEquals(
                length + " " + length,
                Server.send(request.POST(BodyPublishers.ofByteArray(bytes))).text());
        // The same bytes, whose number is not known beforehand.
        Reply chunked = Server.send(request.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))));
        assertTrue(chunked.isReplayed(), chunked::text);
        HttpRequest.Builder other = SERVER.post("/run/raw", key + "-2", "")
                .POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes)));
        assertEquals("-1 " + length, Server.send(other).text());
        assertEquals(before, temporaryFiles());
    }

    @Test
    void a_body_beyond_the_limit_is_413_with_its_length_or_in_chunks_and_leaves_no_file() throws IOException {
        Set<Path> before = temporaryFiles();
        byte[] bytes = new byte[1024 * 1024 + 1];
        HttpRequest.Builder request = SERVER.post("/run/raw", key, "");
        assertEquals(
                413,
                Server.send(request.POST(BodyPublishers.ofByteArray(bytes))).status());
        assertEquals(
                413,
                Server.send(request.POST(BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))))
                        .status());
        assertEquals(0, SERVER.runs());
        assertEquals(before, temporaryFiles());
    }

    @Test
    void a_body_that_breaks_off_claims_nothing() throws IOException {
        String request = "POST /run/raw HTTP/1.1\r\nHost: localhost\r\nAuthorization: " + Server.authorization("alice")
                + "\r\nIdempotency-Key: " + key
                + "\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: 10\r\n\r\nhalf";
        try (Socket socket = new Socket("localhost", SERVER.port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(answer.isEmpty() || answer.startsWith("HTTP/1.1 400"), answer);
        }
        assertEquals(
                "10 10", Server.send(SERVER.post("/run/raw", key, "0123456789")).text());
        assertEquals(1, SERVER.runs());
    }

    private static Set<Path> temporaryFiles() throws IOException {
        Set<Path> files = new HashSet<>();
        try (DirectoryStream<Path> all =
                Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "referee-body-*")) {
            all.forEach(files::add);
        }
        return files;
    }
}
