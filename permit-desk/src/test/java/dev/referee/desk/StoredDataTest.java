package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rows that the library would not have written are an error of the desk, never the caller's. */
@ExtendWith(OutputCaptureExtension.class)
class StoredDataTest {

    private static final String REASON = "{\"reason\":\"because\"}";

    private final TestDesk desk = TestDesk.start(Store.H2, "--demo");
    private final Client reviewer47 = desk.as("reviewer47");

    @AfterEach
    void close() {
        desk.close();
    }

    private void spoil(String sql) {
        assertTrue(new JdbcTemplate(desk.dataSource()).update(sql) > 0);
    }

    private static void assertFailed(Answer answer, CapturedOutput log) {
        assertEquals(
                0, answer.expectProblem(500, "internal-error").path("field").size());
        assertTrue(log.getOut().contains("InvalidValue"), log.getOut());
    }

    @Test
    void a_title_beyond_its_limits_is_500(CapturedOutput log) {
        spoil("UPDATE referee_permit_case SET title = ' ' WHERE id = 62");
        assertFailed(reviewer47.get("/cases/62"), log);
        assertFailed(reviewer47.get("/cases"), log);
        assertFailed(reviewer47.post("/cases/62/approval", 5, REASON), log);
    }

    @Test
    void a_reason_beyond_its_limits_is_500(CapturedOutput log) {
        spoil("UPDATE referee_audit SET reason = ' ' WHERE revision = 5");
        assertFailed(reviewer47.get("/cases/62/history"), log);
    }

    @Test
    void an_outcome_that_is_no_receipt_is_500(CapturedOutput log) {
        Client applicant = desk.as("applicant1");
        String opening = "{\"title\":\"A\"}";
        Client.send(applicant.opening("key", opening)).expect(201);
        spoil("UPDATE referee_operation SET outcome = '{}' WHERE operation_id = 'key'");
        assertFailed(Client.send(applicant.opening("key", opening)), log);
    }
}
