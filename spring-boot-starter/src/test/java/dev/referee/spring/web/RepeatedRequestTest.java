package dev.referee.spring.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.lock.Token;
import dev.referee.spring.web.Server.Reply;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request, sent more than once. */
class RepeatedRequestTest {

    private static final Server SERVER = Server.start();

    private final String key = Token.random().value();

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @BeforeEach
    void reset() {
        SERVER.endpoint().reset();
    }

    private static void assertProblem(int status, String code, Reply reply) {
        assertEquals(status, reply.status(), reply::text);
        assertEquals("application/problem+json", reply.header("Content-Type"));
        assertTrue(reply.text().contains("\"code\":\"" + code + "\""), reply::text);
        assertTrue(reply.text().startsWith("{\"type\":\"about:blank\",\"title\":\""), reply::text);
    }

    @Test
    void a_repeat_is_given_status_headers_and_bytes_of_the_first_answer_and_runs_nothing() {
        Reply first = Server.send(SERVER.post("/run/orders", key, "a"));
        Reply second = Server.send(SERVER.post("/run/orders", key, "a"));
        assertEquals(201, first.status());
        assertFalse(first.isReplayed());
        assertEquals("session=1", first.header("Set-Cookie"));
        assertEquals(201, second.status());
        assertTrue(second.isReplayed());
        assertArrayEquals(first.body(), second.body());
        for (String header : List.of("Location", "ETag", "Content-Type", "Link", "Content-Length")) {
            assertFalse(first.header(header).isEmpty(), header);
            assertEquals(first.header(header), second.header(header), header);
        }
        assertEquals("", second.header("Set-Cookie"));
        assertEquals("", second.header("X-Own"));
        assertEquals(1, SERVER.runs());
    }

    @Test
    void bytes_that_are_no_text_are_replayed_as_they_are() {
        assertArrayEquals(Endpoint.BINARY, SERVER.send("/run/binary", key).body());
        Reply second = SERVER.send("/run/binary", key);
        assertArrayEquals(Endpoint.BINARY, second.body());
        assertEquals("application/x-own", second.header("Content-Type"));
        assertEquals(1, SERVER.runs());
    }

    @Test
    void quoted_and_bare_keys_are_the_same_key() {
        assertEquals("run 1", SERVER.send("/run/status/200", "a1").text());
        assertTrue(SERVER.send("/run/status/200", "\"a1\"").isReplayed());
        assertTrue(SERVER.send("/run/status/200", " \"a1\" ").isReplayed());
        assertEquals("run 2", SERVER.send("/run/status/200", "\"a\\\"1\"").text());
        assertEquals(2, SERVER.runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\"\"", "\"a", "a b", "\"a b\"", "a,b", "a\"b", "a\\b", "\"a\\b\"", "\"a\"b"})
    void a_key_in_no_known_form_is_400(String key) {
        assertProblem(400, "malformed-idempotency-key", SERVER.send("/run/status/200", key));
        assertEquals(0, SERVER.runs());
    }

    @Test
    void a_key_is_1_to_200_characters_and_given_once() {
        assertEquals(200, SERVER.send("/run/status/200", "k".repeat(200)).status());
        assertProblem(400, "malformed-idempotency-key", SERVER.send("/run/status/200", "k".repeat(201)));
        assertProblem(
                400,
                "malformed-idempotency-key",
                Server.send(SERVER.post("/run/status/200", "a", "").header("Idempotency-Key", "a")));
        assertEquals(1, SERVER.runs());
    }

    @Test
    void a_request_without_a_key_is_400_unless_it_may_be_without() {
        HttpRequest.Builder without = SERVER.request("alice", "/run/status/200").POST(BodyPublishers.noBody());
        assertProblem(400, "missing-idempotency-key", Server.send(without));
        assertEquals(0, SERVER.runs());
        try (Server lenient = Server.start("referee.idempotency.http.required=false")) {
            HttpRequest.Builder free =
                    lenient.request("alice", "/run/status/200").POST(BodyPublishers.noBody());
            assertEquals("run 1", Server.send(free).text());
            assertEquals("run 2", Server.send(free).text());
            assertEquals("run 3", lenient.send("/run/status/200", key).text());
            assertTrue(lenient.send("/run/status/200", key).isReplayed());
        }
    }

    @Test
    void other_methods_and_other_paths_take_no_key() {
        HttpRequest.Builder get = SERVER.request("alice", "/run/orders").GET();
        assertEquals("1", Server.send(get).text());
        assertEquals("2", Server.send(get.copy().header("Idempotency-Key", key)).text());
        assertEquals(
                200,
                Server.send(get.copy().method("HEAD", BodyPublishers.noBody())).status());
        assertEquals(4, Integer.parseInt(SERVER.send("/other", key).text()));
        assertEquals(5, Integer.parseInt(SERVER.send("/other", key).text()));
        HttpRequest.Builder patch = SERVER.request("alice", "/run/orders")
                .header("Idempotency-Key", key)
                .method("PATCH", BodyPublishers.noBody());
        assertEquals("6", Server.send(patch).text());
        assertTrue(Server.send(patch).isReplayed());
    }

    @Test
    void another_body_path_query_or_media_type_under_the_same_key_is_422() {
        Server.send(SERVER.post("/run/orders", key, "a"));
        assertProblem(422, "idempotency-key-reused", Server.send(SERVER.post("/run/orders", key, "b")));
        assertProblem(422, "idempotency-key-reused", Server.send(SERVER.post("/run/status/200", key, "a")));
        assertProblem(422, "idempotency-key-reused", Server.send(SERVER.post("/run/orders?a=1", key, "a")));
        assertProblem(
                422,
                "idempotency-key-reused",
                Server.send(SERVER.post("/run/orders", key, "a").setHeader("Content-Type", "text/html")));
        assertEquals(1, SERVER.runs());
    }

    @Test
    void the_same_key_of_another_caller_is_another_key() {
        assertEquals("run 1", SERVER.send("/run/status/200", key).text());
        HttpRequest.Builder bobs = SERVER.request("bob", "/run/status/200")
                .header("Idempotency-Key", key)
                .header("Content-Type", "text/plain;charset=UTF-8")
                .POST(BodyPublishers.noBody());
        assertEquals("run 2", Server.send(bobs).text());
        assertTrue(Server.send(bobs).isReplayed());
        assertEquals("run 1", SERVER.send("/run/status/200", key).text());
    }

    @Test
    void a_caller_without_a_name_or_with_a_wrong_password_gets_401_before_anything_is_looked_up() {
        Server.send(SERVER.post("/run/status/200", key, ""));
        assertEquals(
                401,
                Server.send(SERVER.post("/run/status/200", key, "").setHeader("Authorization", "Basic YTpi"))
                        .status());
        assertProblem(
                401,
                "no-caller",
                Server.send(HttpRequest.newBuilder(
                                SERVER.request("alice", "/run/public").build().uri())
                        .header("Idempotency-Key", key)
                        .POST(BodyPublishers.noBody())));
    }

    @Test
    void while_the_first_is_running_a_repeat_is_409_with_retry_after_and_then_the_replay() throws Exception {
        CompletableFuture<Reply> first = CompletableFuture.supplyAsync(() -> SERVER.send("/run/stopped", key));
        assertTrue(SERVER.endpoint().arrived.tryAcquire(30, TimeUnit.SECONDS));
        Reply second = SERVER.send("/run/stopped", key);
        assertProblem(409, "request-in-progress", second);
        assertEquals("1", second.header("Retry-After"));
        assertProblem(422, "idempotency-key-reused", Server.send(SERVER.post("/run/stopped", key, "other")));
        SERVER.endpoint().open();
        assertEquals("run 1", first.get(30, TimeUnit.SECONDS).text());
        Reply third = SERVER.send("/run/stopped", key);
        assertTrue(third.isReplayed());
        assertEquals("run 1", third.text());
    }

    @Test
    void a_repeat_waits_for_the_first_as_long_as_it_is_allowed_to() throws Exception {
        try (Server patient = Server.start("referee.idempotency.http.wait-for-first=30s")) {
            CompletableFuture<Reply> first = CompletableFuture.supplyAsync(() -> patient.send("/run/stopped", key));
            assertTrue(patient.endpoint().arrived.tryAcquire(30, TimeUnit.SECONDS));
            CompletableFuture<Reply> second = CompletableFuture.supplyAsync(() -> patient.send("/run/stopped", key));
            patient.endpoint().open();
            assertEquals("run 1", first.get(30, TimeUnit.SECONDS).text());
            assertEquals("run 1", second.get(30, TimeUnit.SECONDS).text());
            assertEquals(1, patient.runs());
        }
        try (Server hasty = Server.start("referee.idempotency.http.wait-for-first=100ms")) {
            CompletableFuture<Reply> first = CompletableFuture.supplyAsync(() -> hasty.send("/run/stopped", key));
            assertTrue(hasty.endpoint().arrived.tryAcquire(30, TimeUnit.SECONDS));
            assertProblem(409, "request-in-progress", hasty.send("/run/stopped", key));
            hasty.endpoint().open();
            first.get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void a_client_that_went_away_before_the_answer_is_given_it_when_it_repeats() throws IOException {
        String request = "POST /run/stopped HTTP/1.1\r\nHost: localhost:" + SERVER.port() + "\r\nAuthorization: "
                + Server.authorization("alice")
                + "\r\nIdempotency-Key: " + key
                + "\r\nContent-Type: text/plain;charset=UTF-8\r\nContent-Length: 0\r\n\r\n";
        try (Socket socket = new Socket("localhost", SERVER.port())) {
            socket.setSoLinger(true, 0);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            SERVER.endpoint().arrived.acquireUninterruptibly();
        }
        assertProblem(409, "request-in-progress", SERVER.send("/run/stopped", key));
        SERVER.endpoint().open();
        Reply repeat = SERVER.send("/run/stopped", key);
        while (repeat.status() == 409) {
            repeat = SERVER.send("/run/stopped", key);
        }
        assertTrue(repeat.isReplayed());
        assertEquals("run 1", repeat.text());
    }

    @Test
    void after_its_time_to_live_a_key_is_new() {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
        try (Server aging =
                Server.start(InMemoryIdempotencyStore.create(now::get), "referee.idempotency.time-to-live=10m")) {
            aging.send("/run/status/200", key);
            now.set(Instant.EPOCH.plus(Duration.ofSeconds(599)));
            assertTrue(aging.send("/run/status/200", key).isReplayed());
            now.set(Instant.EPOCH.plus(Duration.ofMinutes(10)));
            assertEquals("run 2", aging.send("/run/status/200", key).text());
        }
    }
}
