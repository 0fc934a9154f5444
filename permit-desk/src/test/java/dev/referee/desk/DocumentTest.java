package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.JdbcTemplate;
import tools.jackson.databind.JsonNode;

/** Documents of cases, and the key of their uploads. */
@ParameterizedClass
@EnumSource(Store.class)
class DocumentTest {

    private static final byte[] BYTES = {0, 1, 2, (byte) 0xFF, '\r', '\n', 0};

    private final TestDesk desk;
    private final Client applicant;
    private final String path;

    DocumentTest(Store store) {
        desk = TestDesk.shared(store);
        applicant = desk.as("applicant1");
        path = applicant.open("With documents");
    }

    private static HttpRequest.Builder upload(Client user, String path, String key, byte[] bytes) {
        return user.request(path + "/documents?name=plan%20%C3%BC.pdf")
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/pdf")
                .POST(BodyPublishers.ofByteArray(bytes));
    }

    private static String key() {
        return UUID.randomUUID().toString();
    }

    @Test
    void a_document_is_listed_and_downloaded_as_it_was_uploaded() {
        Answer added = Client.send(upload(applicant, path, key(), BYTES)).expect(201);
        JsonNode shown = added.json();
        assertEquals("plan ü.pdf", shown.path("name").asString());
        assertEquals("application/pdf", shown.path("mediaType").asString());
        assertEquals(BYTES.length, shown.path("size").asInt());
        assertEquals("applicant1", shown.path("uploadedBy").path("id").asString());
        assertEquals(path + "/documents/" + shown.path("id").asString(), added.header("Location"));

        assertEquals(
                "[" + added.text() + "]",
                applicant.get(path + "/documents").expect(200).text());
        Answer content = desk.as("reviewer81").get(added.header("Location")).expect(200);
        assertArrayEquals(BYTES, content.body());
        assertEquals("application/pdf", content.header("Content-Type"));
        assertTrue(content.header("Content-Disposition").startsWith("attachment;"));
        assertEquals("nosniff", content.header("X-Content-Type-Options"));
        assertEquals("\"" + shown.path("sha256").asString() + "\"", content.header("ETag"));
    }

    @Test
    void a_repeated_upload_is_answered_like_the_first_and_adds_nothing() {
        String key = key();
        Answer first = Client.send(upload(applicant, path, key, BYTES)).expect(201);
        Answer second =
                Client.send(upload(applicant, path, "\"" + key + "\"", BYTES)).expect(201);
        assertFalse(first.isReplayed());
        assertTrue(second.isReplayed());
        assertArrayEquals(first.body(), second.body());
        assertEquals(first.header("Location"), second.header("Location"));
        assertEquals(1, applicant.get(path + "/documents").json().size());
        Client.send(upload(applicant, path, key, new byte[1])).expectProblem(422, "idempotency-key-reused");
        Client.send(upload(desk.as("supervisor1"), path, key, BYTES)).expect(201);
        assertEquals(2, applicant.get(path + "/documents").json().size());
    }

    @Test
    void an_upload_whose_claim_is_gone_adds_nothing_either() {
        try (TestDesk own = TestDesk.start(Store.H2, "--demo")) {
            Client user = own.as("applicant1");
            Answer first = Client.send(upload(user, "/cases/62", "key", BYTES)).expect(201);
            assertEquals(1, new JdbcTemplate(own.dataSource()).update("DELETE FROM referee_idempotency"));
            Answer second = Client.send(upload(user, "/cases/62", "key", BYTES)).expect(201);
            assertFalse(second.isReplayed());
            assertArrayEquals(first.body(), second.body());
            assertEquals(1, user.get("/cases/62/documents").json().size());
            new JdbcTemplate(own.dataSource()).update("DELETE FROM referee_idempotency");
            Client.send(upload(user, "/cases/62", "key", new byte[1])).expectProblem(422, "operation-conflict");
        }
    }

    @Test
    void who_has_nothing_to_do_with_the_case_may_add_nothing_and_is_shown_no_replay() {
        Client reviewer = desk.as("reviewer47");
        Client.send(upload(reviewer, path, "r", BYTES)).expectProblem(403, "not-authorized");
        applicant.post(path + "/submission", 1, "{}").expect(200);
        desk.as("supervisor1").put(path + "/reviewers/47", 2).expect(200);
        String key = key();
        Client.send(upload(reviewer, path, key, BYTES)).expect(201);
        desk.as("supervisor1").delete(path + "/reviewers/47", 3).expect(200);
        Client.send(upload(reviewer, path, key, BYTES)).expectProblem(403, "not-authorized");
        Client.send(upload(new Client(desk.port(), "reviewer47", "wrong"), path, key, BYTES))
                .expectProblem(401, "not-authenticated");
    }

    @Test
    void what_is_wrong_with_an_upload_is_told() {
        Client.send(upload(applicant, path, key(), BYTES).setHeader("Idempotency-Key", ""))
                .expectProblem(400, "malformed-idempotency-key");
        Client.send(applicant.request(path + "/documents").POST(BodyPublishers.noBody()))
                .expectProblem(400, "missing-idempotency-key");
        Client.send(upload(applicant, "/cases/4711", key(), BYTES)).expectProblem(404, "case-not-found");
        Client.send(upload(applicant, "/cases/x", key(), BYTES)).expectProblem(400, "invalid-value");
        Client.send(upload(applicant, path, key(), new byte[5 * 1024 * 1024 + 1]))
                .expectProblem(413, "body-too-large");
        for (String type : new String[] {"x", "*/*", "text/*", "application/x-www-form-urlencoded"}) {
            Client.send(upload(applicant, path, key(), BYTES).setHeader("Content-Type", type))
                    .expectProblem(400, "invalid-value");
        }
        for (String query :
                new String[] {"", "?name=", "?name=%20", "?name=a&name=b", "?name=a%0Ab", "?name=" + "x".repeat(201)}) {
            Client.send(applicant
                            .request(path + "/documents" + query)
                            .header("Idempotency-Key", key())
                            .POST(BodyPublishers.ofByteArray(BYTES)))
                    .expectProblem(400, "invalid-value");
        }
        assertEquals(0, applicant.get(path + "/documents").expect(200).json().size());
        applicant.get(path + "/documents/unknown").expectProblem(404, "no-such-resource");
        applicant.get("/cases/4711/documents").expectProblem(404, "case-not-found");
    }

    @Test
    void a_document_may_have_5_mib() {
        byte[] bytes = new byte[5 * 1024 * 1024];
        bytes[7] = 7;
        Answer added = Client.send(upload(applicant, path, key(), bytes)).expect(201);
        assertArrayEquals(bytes, applicant.get(added.header("Location")).body());
    }
}
