package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.referee.desk.TestDesk.Store;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Commands that are understood and refused: each code with its status, and nothing changed. */
@ParameterizedClass
@EnumSource(Store.class)
class RefusalTest {

    private static final String REASON = "{\"reason\":\"because\"}";

    private final Client applicant;
    private final Client supervisor;
    private final Client reviewer81;

    RefusalTest(Store store) {
        TestDesk desk = TestDesk.shared(store);
        applicant = desk.as("applicant1");
        supervisor = desk.as("supervisor1");
        reviewer81 = desk.as("reviewer81");
    }

    @Test
    void operation_conflict_is_422_and_tells_nothing_of_the_first_outcome() {
        String path = applicant.open("Conflict");
        String key = UUID.randomUUID().toString();
        Client.send(applicant.command("POST", path + "/submission", "\"1\"", key, "{}"))
                .expect(200);
        for (String other : new String[] {"{\"reason\":\"another\"}"}) {
            Answer conflict = Client.send(applicant.command("POST", path + "/submission", "\"1\"", key, other));
            conflict.expectProblem(422, "operation-conflict");
            assertFalse(conflict.text().contains("SUBMITTED"));
        }
        Client.send(applicant.command("POST", path + "/submission", "\"2\"", key, "{}"))
                .expectProblem(422, "operation-conflict");
        Client.send(applicant.command("POST", path + "/withdrawal", "\"1\"", key, REASON))
                .expectProblem(422, "operation-conflict");
        Client.send(supervisor.command("POST", path + "/submission", "\"1\"", key, "{}"))
                .expectProblem(422, "operation-conflict");
        assertRevision(2, path);
    }

    @Test
    void operation_conflict_of_an_opening_is_422() {
        String key = UUID.randomUUID().toString();
        Client.send(applicant.opening(key, "{\"title\":\"One\"}")).expect(201);
        Client.send(applicant.opening(key, "{\"title\":\"Two\"}")).expectProblem(422, "operation-conflict");
    }

    @Test
    void stale_revision_is_412_and_names_both_revisions() {
        String path = applicant.open("Stale");
        JsonNode problem = applicant.post(path + "/submission", 7, "{}").expectProblem(412, "stale-revision");
        assertEquals(7, problem.path("expected").asInt());
        assertEquals(1, problem.path("actual").asInt());
        assertRevision(1, path);
    }

    @Test
    void not_authorized_is_403() {
        String path = applicant.open("Not yours");
        supervisor.post(path + "/submission", 1, "{}").expectProblem(403, "not-authorized");
        reviewer81.put(path + "/reviewers/81", 1).expectProblem(403, "not-authorized");
        Client.send(reviewer81.opening(UUID.randomUUID().toString(), "{\"title\":\"By a reviewer\"}"))
                .expectProblem(403, "not-authorized");
        assertRevision(1, path);
    }

    @Test
    void illegal_transition_is_409_and_names_status_and_action() {
        String path = applicant.open("Too early");
        JsonNode problem = applicant.post(path + "/resubmission", 1, "{}").expectProblem(409, "illegal-transition");
        assertEquals("DRAFT", problem.path("from").asString());
        assertEquals("resubmit", problem.path("action").asString());
        assertRevision(1, path);
    }

    @Test
    void assigning_the_assigned_and_removing_the_absent_are_409() {
        String path = applicant.open("Twice");
        applicant.post(path + "/submission", 1, "{}").expect(200);
        supervisor.put(path + "/reviewers/81", 2).expect(200);
        supervisor.put(path + "/reviewers/81", 3).expectProblem(409, "illegal-transition");
        supervisor.delete(path + "/reviewers/47", 3).expectProblem(409, "illegal-transition");
        assertRevision(3, path);
    }

    @Test
    void case_not_found_is_404_for_commands_and_reads() {
        String path = "/cases/" + Long.MAX_VALUE;
        applicant.get(path).expectProblem(404, "case-not-found");
        applicant.get(path + "/history").expectProblem(404, "case-not-found");
        applicant.post(path + "/submission", 1, "{}").expectProblem(404, "case-not-found");
        supervisor.put(path + "/reviewers/81", 1).expectProblem(404, "case-not-found");
        reviewer81
                .post(path + "/fees", 1, "{\"description\":\"x\",\"amountCents\":1}")
                .expectProblem(404, "case-not-found");
    }

    @Test
    void a_refused_key_may_be_used_once_the_cause_is_gone() {
        String path = applicant.open("Refused first");
        String key = UUID.randomUUID().toString();
        var assign = supervisor.command("PUT", path + "/reviewers/81", "\"2\"", key, "");
        Client.send(assign).expectProblem(409, "illegal-transition");
        applicant.post(path + "/submission", 1, "{}").expect(200);
        assertFalse(Client.send(assign).expect(200).isReplayed());
    }

    private void assertRevision(int revision, String path) {
        assertEquals(
                revision,
                applicant.get(path).expect(200).json().path("revision").asInt());
        assertEquals(revision, applicant.get(path + "/history").json().size());
    }
}
