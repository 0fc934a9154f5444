package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Every row of the table of requests, as it should go. */
@ParameterizedClass
@EnumSource(Store.class)
class TableTest {

    private static final String REASON = "{\"reason\":\"complete and in order\"}";

    private final Client applicant;
    private final Client supervisor;
    private final Client reviewer47;

    TableTest(Store store) {
        TestDesk desk = TestDesk.shared(store);
        applicant = desk.as("applicant1");
        supervisor = desk.as("supervisor1");
        reviewer47 = desk.as("reviewer47");
    }

    @Test
    void case_62_of_the_demo_is_there_for_every_user_with_its_revision_as_etag() {
        for (Client each : List.of(applicant, supervisor, reviewer47)) {
            Answer answer = each.get("/cases/62").expect(200);
            assertEquals("application/json", answer.header("Content-Type"));
            assertEquals("\"5\"", answer.header("ETag"));
            assertEquals(
                    "{\"caseId\":62,\"title\":\"Garden shed at 7 Mill Lane\",\"applicant\":\"applicant1\",\"status\":\"IN_REVIEW\","
                            + "\"revision\":5,\"reviewers\":[47,81],\"feeLines\":0,\"feeTotalCents\":0}",
                    answer.text());
        }
    }

    @Test
    void opening_answers_201_with_location_etag_and_receipt_and_so_does_its_replay() {
        String key = UUID.randomUUID().toString();
        Answer first =
                Client.send(applicant.opening(key, "{\"title\":\"A carport\"}")).expect(201);
        assertEquals("\"1\"", first.header("ETag"));
        assertEquals("application/json", first.header("Content-Type"));
        assertEquals("/cases/" + first.json().path("caseId").asLong(), first.header("Location"));
        assertReceipt(first, "open", "DRAFT", 1);
        assertFalse(first.isReplayed());
        assertReplay(first, Client.send(applicant.opening(key, "{\"title\":\"A carport\"}")));
    }

    @Test
    void a_case_goes_through_every_command() {
        String path = applicant.open("A way through everything");
        assertReceipt(applicant.post(path + "/submission", 1, "{}"), "submit", "SUBMITTED", 2);
        assertReceipt(supervisor.put(path + "/reviewers/47", 2), "assign-reviewer", "SUBMITTED", 3);
        assertReceipt(supervisor.put(path + "/reviewers/81", 3), "assign-reviewer", "SUBMITTED", 4);
        assertReceipt(supervisor.delete(path + "/reviewers/81", 4), "remove-reviewer", "SUBMITTED", 5);
        assertReceipt(reviewer47.post(path + "/review", 5, "{}"), "start-review", "IN_REVIEW", 6);
        assertReceipt(
                reviewer47.post(path + "/fees", 6, "{\"description\":\"Inspection\",\"amountCents\":12050}"),
                "add-fee",
                "IN_REVIEW",
                7);
        assertReceipt(reviewer47.post(path + "/change-request", 7, REASON), "request-changes", "CHANGES_REQUESTED", 8);
        assertReceipt(
                applicant.post(path + "/resubmission", 8, "{\"reason\":\"plan added\"}"), "resubmit", "IN_REVIEW", 9);
        assertReceipt(reviewer47.post(path + "/rejection", 9, REASON), "reject", "REJECTED", 10);
        assertReceipt(supervisor.post(path + "/reopening", 10, REASON), "reopen", "IN_REVIEW", 11);
        assertReceipt(reviewer47.post(path + "/approval", 11, REASON), "approve", "APPROVED", 12);

        JsonNode shown = applicant.get(path).expect(200).json();
        assertEquals(12, shown.path("revision").asInt());
        assertEquals(1, shown.path("feeLines").asInt());
        assertEquals(12050, shown.path("feeTotalCents").asInt());
        assertHistory(applicant.get(path + "/history").expect(200).json());
    }

    private static void assertHistory(JsonNode history) {
        List<String> actions = new ArrayList<>();
        for (int i = 0; i < history.size(); i++) {
            JsonNode row = history.get(i);
            assertEquals(i + 1, row.path("revision").asInt());
            assertTrue(row.path("at").asString().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{6}Z"));
            actions.add(row.path("action").asString());
        }
        assertEquals(
                List.of(
                        "open",
                        "submit",
                        "assign-reviewer",
                        "assign-reviewer",
                        "remove-reviewer",
                        "start-review",
                        "add-fee",
                        "request-changes",
                        "resubmit",
                        "reject",
                        "reopen",
                        "approve"),
                actions);
        assertTrue(history.get(0).path("reason").isNull());
        assertEquals("applicant", history.get(0).path("actor").path("role").asString());
        assertEquals("applicant1", history.get(0).path("actor").path("id").asString());
        assertEquals("plan added", history.get(8).path("reason").asString());
        assertEquals("47", history.get(11).path("actor").path("id").asString());
    }

    @Test
    void withdrawing_ends_a_draft() {
        String path = applicant.open("Withdrawn at once");
        assertReceipt(applicant.post(path + "/withdrawal", 1, REASON), "withdraw", "WITHDRAWN", 2);
    }

    @Test
    void a_replay_has_the_status_body_and_etag_of_the_first_answer_even_after_further_changes() {
        String path = applicant.open("Changed twice");
        String key = "\"with quotes\"".replace(' ', '-');
        var request = applicant.command("POST", path + "/submission", "\"1\"", key, "{\"reason\":\"Grüße, 🙂\"}");
        Answer first = Client.send(request).expect(200);
        supervisor.put(path + "/reviewers/47", 2).expect(200);
        assertReplay(first, Client.send(request));
        assertReplay(
                first,
                Client.send(applicant.command(
                        "POST",
                        path + "/submission",
                        "\"1\"",
                        "with-quotes",
                        "{\"reason\":\"Gr\\u00fc\\u00dfe, 🙂\"}")));
        assertEquals(3, applicant.get(path).json().path("revision").asInt());
    }

    @Test
    void the_list_goes_page_by_page_and_filters() {
        String path = applicant.open("Listed");
        applicant.post(path + "/submission", 1, "{}").expect(200);
        supervisor.put(path + "/reviewers/4711", 2).expect(200);
        String other = applicant.open("Listed too");
        applicant.post(other + "/submission", 1, "{}").expect(200);
        supervisor.put(other + "/reviewers/4711", 2).expect(200);

        JsonNode first =
                applicant.get("/cases?reviewer=4711&limit=1").expect(200).json();
        assertEquals(1, first.path("items").size());
        assertEquals(path, "/cases/" + first.path("items").get(0).path("caseId").asLong());
        JsonNode second = applicant
                .get("/cases?reviewer=4711&status=SUBMITTED&limit=1&after="
                        + first.path("next").asLong())
                .expect(200)
                .json();
        assertEquals(
                other, "/cases/" + second.path("items").get(0).path("caseId").asLong());
        assertTrue(second.path("next").isNull());
        assertEquals(
                "{\"items\":[],\"next\":null}",
                applicant.get("/cases?reviewer=4711&status=DRAFT").expect(200).text());
        assertTrue(applicant.get("/cases").expect(200).json().path("items").size() <= 20);
    }

    private static void assertReceipt(Answer answer, String action, String status, int revision) {
        JsonNode receipt = answer.expect(revision == 1 ? 201 : 200).json();
        assertEquals(List.of("caseId", "action", "status", "revision", "at"), List.copyOf(receipt.propertyNames()));
        assertEquals(action, receipt.path("action").asString());
        assertEquals(status, receipt.path("status").asString());
        assertEquals(revision, receipt.path("revision").asInt());
        assertEquals("\"" + revision + "\"", answer.header("ETag"));
    }

    private static void assertReplay(Answer first, Answer second) {
        second.expect(first.status());
        assertTrue(second.isReplayed());
        assertArrayEquals(first.body(), second.body());
        for (String header : List.of("ETag", "Location", "Content-Type")) {
            assertEquals(first.header(header), second.header(header));
        }
    }
}
