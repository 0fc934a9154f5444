package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes that no client library would send: each is answered with a problem document that blames the request, and nothing changes. */
class RawRequestTest {

    private static final String BODY = "{\"reason\":\"because\"}";
    private static final long SEED = 620_047;

    private final TestDesk desk = TestDesk.shared(Store.IN_MEMORY);
    private final Client reviewer47 = desk.as("reviewer47");

    private Answer send(String text) {
        return RawHttp.send(desk.port(), text.replace("$AUTH", reviewer47.authorization()));
    }

    private Answer sendUntilEnd(String text) {
        return RawHttp.sendUntilEnd(desk.port(), text.replace("$AUTH", reviewer47.authorization()));
    }

    private static String post(String headers, String body) {
        return "POST /cases/62/approval HTTP/1.1\r\nHost: localhost\r\nAuthorization: $AUTH\r\nConnection: close\r\n"
                + "Content-Type: application/json\r\n" + headers + "\r\n" + body;
    }

    private void assertProblem(Answer answer) {
        assertTrue(isRefusal(answer.status()), () -> answer.status() + " " + answer.text());
        answer.expectProblem(answer.status(), answer.json().path("code").asString());
        assertEquals(
                5,
                reviewer47.get("/cases/62").expect(200).json().path("revision").asInt());
    }

    /** 501 and 505 are about what was asked, not about the desk. */
    private static boolean isRefusal(int status) {
        return (status >= 400 && status < 500) || status == 501 || status == 505;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /cases/62 HTTP/9.9\r\nHost: a\r\n\r\n",
                "GET /cases/62 HTTP/1.1\r\nConnection: close\r\n\r\n",
                "GET /cases/62 HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET /cases/<62> HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /cases/62|{} HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /cases/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
                "GET /cases/62%00 HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases/%2e%2e/x HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET //cases HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases;a=b HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases%2F62 HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases%5C62 HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "TRACE / HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "FOO /cases HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "G@T /cases HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nbad header\r\nConnection: close\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Basic\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Basic ====\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Basic bm9jb2xvbg==\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Basic /////w==\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer abc\r\n\r\n",
                "GET /cases HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: \u00ff\r\n\r\n",
                "GET /cases?status=%ff HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases?status=%zz HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "GET /cases?%00=1 HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nConnection: close\r\n\r\n",
                "POST /cases HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nContent-Length: -1\r\n\r\n",
                "POST /cases HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "POST /cases HTTP/1.1\r\nHost: a\r\nAuthorization: $AUTH\r\nTransfer-Encoding: gzip\r\nConnection: close\r\n\r\n"
            })
    void a_request_that_is_not_well_formed_is_refused(String text) {
        assertProblem(send(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00e9",
                "\"\u00e9\"",
                "\u00c3\u00a9",
                "a\u0000b",
                "a\u0001b",
                "a\u007fb",
                "\"a\u0001\"",
                "\u00ff",
                "",
                "\t",
                "  ",
                "\"",
                "\\",
                ",",
                "\u00a0key"
            })
    void a_key_of_odd_bytes_is_refused(String key) {
        assertProblem(send(post(
                "Idempotency-Key: " + key + "\r\nIf-Match: \"5\"\r\nContent-Length: " + BODY.length() + "\r\n", BODY)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00e9",
                "\"\u0665\"",
                "\"\u00b2\"",
                "\"5\u0000\"",
                "\"5\u00a0\"",
                "",
                "\"5\"\u00a0",
                "\"5\";",
                ", \"5\"",
                "\"5\","
            })
    void an_if_match_of_odd_bytes_is_refused(String ifMatch) {
        assertProblem(send(post(
                "Idempotency-Key: key\r\nIf-Match: " + ifMatch.replace('\u0665', '\u00a5') + "\r\nContent-Length: "
                        + BODY.length() + "\r\n",
                BODY)));
    }

    @Test
    void broken_chunks_and_bodies_that_break_off_are_refused() {
        String headers = "Idempotency-Key: key\r\nIf-Match: \"5\"\r\nTransfer-Encoding: chunked\r\n";
        assertProblem(send(post(headers, "zz\r\nabc\r\n0\r\n\r\n")));
        assertProblem(send(post(headers, "5\r\nabcdefgh\r\n0\r\n\r\n")));
        assertProblem(send(post(headers, "0\r\n\r\n")));
    }

    @Test
    void a_body_without_end_is_refused_before_it_is_read() {
        assertEquals(
                413,
                send(post(
                                "Idempotency-Key: key\r\nIf-Match: \"5\"\r\nContent-Length: 9000000000\r\n",
                                "{\"reason\":\"x"))
                        .status());
        String chunk = "8000\r\n" + "x".repeat(0x8000) + "\r\n";
        assertEquals(
                413,
                send(post("Idempotency-Key: key\r\nIf-Match: \"5\"\r\nTransfer-Encoding: chunked\r\n", chunk.repeat(3)))
                        .status());
    }

    @Test
    void a_body_that_does_not_come_is_not_waited_for_for_long() {
        String headers = "Idempotency-Key: key\r\nIf-Match: \"5\"\r\nContent-Length: ";
        assertEquals(
                413,
                sendUntilEnd(post(headers + "9000000000\r\n", "{\"reason\":\"x"))
                        .status());
        sendUntilEnd(post(headers + "100\r\n", "{\"reason\":\"x")).expectProblem(408, "request-timeout");
    }

    @Test
    void headers_that_are_too_large_are_refused() {
        assertProblem(send(post("Idempotency-Key: " + "\\\"".repeat(20_000) + "\r\n", "")));
        assertProblem(send(post(
                "Idempotency-Key: \"" + "\\\"".repeat(3_000) + "\"\r\nIf-Match: \"5\"\r\nContent-Length: 20\r\n",
                BODY)));
        assertProblem(send(post("A: b\r\n".repeat(2_000), "")));
    }

    @Test
    void random_headers_and_bodies_are_never_answered_by_an_error_of_the_desk() {
        Random random = new Random(SEED);
        String alphabet = "\"\\,;{}[]:5a \t*W/\u00e9\u00ff\u0000\u007f'-+e.";
        for (int i = 0; i < 300; i++) {
            String body = "{\"reason\":" + text(random, alphabet) + "}";
            Answer answer = send(post(
                    "Idempotency-Key: " + text(random, alphabet) + "\r\nIf-Match: " + text(random, alphabet)
                            + "\r\nContent-Length: " + body.length() + "\r\n",
                    body));
            assertProblem(answer);
        }
    }

    private static String text(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
