package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Documents and their keys are in the database. */
class DocumentOutlivesDeskTest {

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:file:%s/desk", "jdbc:sqlite:%s/desk.db"})
    void an_upload_is_replayed_by_the_next_desk(String url, @TempDir Path folder) {
        byte[] bytes = "A plan".getBytes(StandardCharsets.UTF_8);
        String[] options = {"--demo", "--url=" + url.formatted(folder)};
        Answer first;
        try (TestDesk desk = TestDesk.start(options)) {
            first = Client.send(upload(desk, bytes)).expect(201);
        }
        try (TestDesk desk = TestDesk.start(options)) {
            Answer second = Client.send(upload(desk, bytes)).expect(201);
            assertTrue(second.isReplayed());
            assertArrayEquals(first.body(), second.body());
            Client user = desk.as("reviewer81");
            assertArrayEquals(bytes, user.get(first.header("Location")).body());
            assertEquals(1, user.get("/cases/62/documents").json().size());
        }
    }

    private static HttpRequest.Builder upload(TestDesk desk, byte[] bytes) {
        return desk.as("applicant1")
                .request("/cases/62/documents?name=plan.txt")
                .header("Idempotency-Key", "key")
                .header("Content-Type", "text/plain;charset=UTF-8")
                .POST(BodyPublishers.ofByteArray(bytes));
    }
}
