package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Requests that never become a command. None of them changes anything, and each answer names what is wrong. */
class BadRequestTest {

    private static final String APPROVAL = "/cases/62/approval";
    private static final String REASON = "{\"reason\":\"because\"}";

    private final TestDesk desk = TestDesk.shared(Store.IN_MEMORY);
    private final Client reviewer47 = desk.as("reviewer47");
    private final Client applicant = desk.as("applicant1");

    private int historyBefore;

    @BeforeEach
    void count() {
        historyBefore = history();
    }

    @AfterEach
    void nothing_was_written() {
        assertEquals(historyBefore, history());
    }

    private int history() {
        return applicant.get("/cases/62/history").expect(200).json().size();
    }

    private HttpRequest.Builder approval(String ifMatch, String key) {
        return reviewer47.command("POST", APPROVAL, ifMatch, key, REASON);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "5",
                "\"5",
                "5\"",
                "W/\"5\"",
                "w/\"5\"",
                "\"5\", \"6\"",
                "\"5\",\"5\"",
                "\"\"",
                "\"a\"",
                "\"-5\"",
                "\"+5\"",
                "\"05\"",
                "\"5 \"",
                "\" 5\"",
                "\"5.0\"",
                "\"9223372036854775808\"",
                "\"99999999999999999999999\"",
                "''",
                "\"5\"x",
                " "
            })
    void a_malformed_if_match_is_400(String ifMatch) {
        JsonNode problem = Client.send(approval(ifMatch, "key")).expectProblem(400, "malformed-if-match");
        assertEquals("If-Match", problem.path("field").asString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"open",
                "\"",
                "\"a\"b",
                "\"a\";p=1",
                "\"a\", \"b\"",
                "a\"b",
                "a,b",
                "a\\b",
                "\"a\\b\"",
                "\"a\\\"",
                "\"\"",
                "a b",
                "\"a b\"",
                "\"a\tb\"",
                " "
            })
    void a_malformed_key_is_400(String key) {
        JsonNode problem = Client.send(approval("\"5\"", key)).expectProblem(400, "malformed-idempotency-key");
        assertEquals("Idempotency-Key", problem.path("field").asString());
    }

    @Test
    void a_key_that_is_too_long_is_400_and_names_the_limit() {
        JsonNode problem =
                Client.send(approval("\"5\"", "k".repeat(129))).expectProblem(400, "malformed-idempotency-key");
        assertTrue(problem.path("detail").asString().contains("1 to 128"));
    }

    @Test
    void missing_headers_are_400_and_428_the_key_first() {
        HttpRequest.Builder bare = reviewer47
                .request(APPROVAL)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(REASON));
        Client.send(bare).expectProblem(400, "missing-idempotency-key");
        Client.send(bare.header("Idempotency-Key", "key")).expectProblem(428, "missing-if-match");
    }

    @Test
    void repeated_headers_are_400_even_if_they_are_equal() {
        Client.send(approval("\"5\"", "key").header("Idempotency-Key", "key"))
                .expectProblem(400, "malformed-idempotency-key");
        Client.send(approval("\"5\"", "key").header("If-Match", "\"5\"")).expectProblem(400, "malformed-if-match");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "}",
                "[]",
                "null",
                "1",
                "\"reason\"",
                "{\"reason\":\"a\"",
                "{\"reason\":\"a\"}}",
                "{\"reason\":\"a\"} x",
                "{\"reason\":\"a\"}{}",
                "{\"reason\":\"a\",}",
                "{reason:\"a\"}",
                "{'reason':'a'}",
                "{\"reason\":\"a\" /* b */}",
                "{\"reason\":\"a\",\"reason\":\"a\"}",
                "{\"reason\":\"\\x\"}",
                "{\"reason\":\"a\nb\"}",
                "\uFEFF{\"reason\":\"a\"}",
                "{\"reason\":NaN}",
                "{\"reason\":01}"
            })
    void malformed_json_is_400(String json) {
        HttpRequest.Builder request = reviewer47
                .request(APPROVAL)
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "key")
                .header("If-Match", "\"5\"")
                .POST(BodyPublishers.ofString(json));
        JsonNode problem = Client.send(request).expectProblem(400, "malformed-json");
        assertEquals("body", problem.path("field").asString());
    }

    @Test
    void deep_or_huge_json_is_400_and_names_the_limit() {
        String deep = "{\"reason\":" + "[".repeat(501) + "]".repeat(501) + "}";
        String name = "{\"" + "n".repeat(60_000) + "\":1}";
        String digits = "{\"description\":\"a\",\"amountCents\":" + "9".repeat(1_001) + "}";
        for (Answer answer : List.of(
                reviewer47.post(APPROVAL, 5, deep),
                reviewer47.post(APPROVAL, 5, name),
                reviewer47.post("/cases/62/fees", 5, digits))) {
            String detail =
                    answer.expectProblem(400, "malformed-json").path("detail").asString();
            assertTrue(detail.contains("1000 digits") && detail.contains("500 levels"), detail);
            assertTrue(!detail.contains("well-formed") && detail.length() < 1_000, detail);
        }
    }

    @Test
    void invalid_utf_8_is_400() {
        for (byte[] bad : new byte[][] {
            {(byte) 0xC3}, {(byte) 0xC0, (byte) 0xAF}, {(byte) 0xED, (byte) 0xA0, (byte) 0x80}, {(byte) 0xFF}
        }) {
            String before = "{\"reason\":\"";
            byte[] body = new byte[before.length() + bad.length + 2];
            System.arraycopy(before.getBytes(StandardCharsets.US_ASCII), 0, body, 0, before.length());
            System.arraycopy(bad, 0, body, before.length(), bad.length);
            body[body.length - 2] = '"';
            body[body.length - 1] = '}';
            Client.send(approval("\"5\"", "key").POST(BodyPublishers.ofByteArray(body)))
                    .expectProblem(400, "malformed-json");
        }
        Client.send(approval("\"5\"", "key").POST(BodyPublishers.ofByteArray(REASON.getBytes(StandardCharsets.UTF_16))))
                .expectProblem(400, "malformed-json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"reason\":null}",
                "{\"reason\":1}",
                "{\"reason\":true}",
                "{\"reason\":[\"a\"]}",
                "{\"reason\":{}}",
                "{\"reason\":\"\"}",
                "{\"reason\":\" \"}",
                "{\"reason\":\"a\\u0000\"}",
                "{\"reason\":\"\\ud800\"}",
                "{\"reason\":\"\\r\"}"
            })
    void a_missing_or_malformed_reason_is_400(String json) {
        JsonNode problem = reviewer47.post(APPROVAL, 5, json).expectProblem(400, "invalid-value");
        assertEquals("reason", problem.path("field").asString());
    }

    @Test
    void a_reason_that_is_too_long_is_400_and_names_the_limit() {
        String json = "{\"reason\":\"" + "🙂".repeat(2_001) + "\"}";
        JsonNode problem = reviewer47.post(APPROVAL, 5, json).expectProblem(400, "invalid-value");
        assertTrue(problem.path("detail").asString().contains("1 to 2000"), problem::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"reason\":\"a\",\"actor\":\"supervisor1\"}",
                "{\"Reason\":\"a\"}",
                "{\"\":1}",
                "{\"\\u0000\":1}"
            })
    void an_unknown_field_is_400(String json) {
        reviewer47.post(APPROVAL, 5, json).expectProblem(400, "unknown-field");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"12\"",
                "12.0",
                "1e3",
                "0",
                "-1",
                "1000000000001",
                "9223372036854775808",
                "99999999999999999999999",
                "null",
                "true",
                "-0"
            })
    void an_amount_that_is_none_is_400(String amount) {
        String json = "{\"description\":\"Inspection\",\"amountCents\":" + amount + "}";
        JsonNode problem = reviewer47.post("/cases/62/fees", 5, json).expectProblem(400, "invalid-value");
        assertEquals("amountCents", problem.path("field").asString());
    }

    @Test
    void other_fields_outside_their_limits_are_400() {
        String fee = "{\"description\":\"" + "x".repeat(501) + "\",\"amountCents\":1}";
        assertField("description", reviewer47.post("/cases/62/fees", 5, fee));
        assertField("description", reviewer47.post("/cases/62/fees", 5, "{\"amountCents\":1}"));
        assertField("amountCents", reviewer47.post("/cases/62/fees", 5, "{\"description\":\"a\"}"));
        assertField("title", Client.send(applicant.opening("key", "{}")));
        assertField("title", Client.send(applicant.opening("key", "{\"title\":null}")));
        assertField("title", Client.send(applicant.opening("key", "{\"title\":\"" + "x".repeat(201) + "\"}")));
    }

    private static void assertField(String field, Answer answer) {
        assertEquals(
                field, answer.expectProblem(400, "invalid-value").path("field").asString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-1",
                "+1",
                "01",
                "abc",
                "1.0",
                "9223372036854775808",
                "99999999999999999999999999",
                "%20",
                "1e3",
                "٦٢"
            })
    void an_id_that_is_none_is_400(String id) {
        String encoded = id.startsWith("%") ? id : java.net.URLEncoder.encode(id, StandardCharsets.UTF_8);
        assertField("case id", applicant.get("/cases/" + encoded));
        assertField("case id", applicant.get("/cases/" + encoded + "/history"));
        assertField("case id", reviewer47.post("/cases/" + encoded + "/approval", 5, REASON));
        assertField("reviewer id", desk.as("supervisor1").put("/cases/62/reviewers/" + encoded, 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status=", "status=in_review", "status=OPEN", "reviewer=", "reviewer=0", "reviewer=x", "after=-1",
                        "after=01",
                "after=9223372036854775808", "limit=0", "limit=101", "limit=", "limit=1.0", "limit=5&limit=5", "page=1",
                        "limit=%31%30%30%30",
                "=", "status=%zz", "status=%", "status=%c3", "limit=99999999999"
            })
    void a_bad_query_is_400(String query) {
        Answer answer = rawGet("/cases?" + query);
        answer.expectProblem(400, answer.json().path("code").asString());
    }

    private Answer rawGet(String target) {
        return RawHttp.send(
                desk.port(),
                "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: "
                        + applicant.authorization() + "\r\n\r\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "text/plain",
                "application/x-www-form-urlencoded",
                "application/xml",
                "application/json;charset=utf-16",
                "application/json; charset=iso-8859-1",
                "multipart/form-data; boundary=x",
                "nonsense",
                "application/*",
                "*/*",
                "application/problem+json"
            })
    void another_media_type_is_415(String mediaType) {
        Client.send(approval("\"5\"", "key").setHeader("Content-Type", mediaType))
                .expectProblem(415, "unsupported-media-type");
    }

    @Test
    void a_missing_media_type_or_a_compressed_body_is_415() {
        Client.send(reviewer47.request(APPROVAL).POST(BodyPublishers.ofString(REASON)))
                .expectProblem(415, "unsupported-media-type");
        Client.send(approval("\"5\"", "key").header("Content-Encoding", "gzip"))
                .expectProblem(415, "unsupported-media-type");
    }

    @Test
    void json_with_charset_utf_8_is_taken() {
        Client.send(approval("\"4711\"", UUID.randomUUID().toString())
                        .setHeader("Content-Type", "Application/JSON; Charset=\"UTF-8\""))
                .expectProblem(412, "stale-revision");
    }

    @Test
    void a_body_over_64_kib_is_413_with_and_without_a_stated_length() {
        String json = "{\"reason\":\"" + "x".repeat(64 * 1024) + "\"}";
        reviewer47.post(APPROVAL, 5, json).expectProblem(413, "body-too-large");
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        Client.send(approval("\"5\"", "key")
                        .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(bytes))))
                .expectProblem(413, "body-too-large");
        String fits = "{\"reason\":\"a\"}" + " ".repeat(64 * 1024 - 14);
        reviewer47.post(APPROVAL, 4711, fits).expectProblem(412, "stale-revision");
    }

    @Test
    void unknown_paths_are_404_and_other_methods_405_with_those_allowed() {
        for (String path : new String[] {
            "/", "/nothing", "/cases/", "/cases/62/", "/cases/62/approvals", "/error", "/actuator", "/login", "/logout"
        }) {
            applicant.get(path).expectProblem(404, "no-such-resource");
        }
        Answer answer = Client.send(applicant.request("/cases/62").DELETE());
        answer.expectProblem(405, "method-not-allowed");
        assertTrue(answer.header("Allow").contains("GET"));
        applicant.get(APPROVAL).expectProblem(405, "method-not-allowed");
        Client.send(applicant.request("/cases/62").method("PATCH", BodyPublishers.noBody()))
                .expectProblem(405, "method-not-allowed");
    }

    @Test
    void another_accepted_type_is_406_before_anything_happens() {
        Client.send(applicant.request("/cases/62").header("Accept", "text/html"))
                .expectProblem(406, "not-acceptable");
        Client.send(applicant.request("/cases/62").header("Accept", "non sense"))
                .expectProblem(406, "not-acceptable");
        Client.send(approval("\"5\"", "key").header("Accept", "text/html")).expectProblem(406, "not-acceptable");
        Client.send(applicant.request("/cases/62").header("Accept", "text/html, */*;q=0.1"))
                .expect(200);
    }
}
