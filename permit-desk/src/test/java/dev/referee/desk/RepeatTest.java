package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.net.http.HttpRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** One request, sent more than once. */
@ParameterizedClass
@EnumSource(Store.class)
class RepeatTest {

    private static final int COPIES = 64;

    private final TestDesk desk;
    private final Client applicant;

    RepeatTest(Store store) {
        desk = TestDesk.shared(store);
        applicant = desk.as("applicant1");
    }

    @RepeatedTest(3)
    void of_64_copies_at_once_one_is_applied_and_63_are_replayed_with_equal_bodies() throws Exception {
        String path = applicant.open("Sent 64 times");
        HttpRequest.Builder request = applicant.command("POST", path + "/submission", 1, "{\"reason\":\"once\"}");
        assertOneApplied(atOnce(request), 200);
        assertEquals(2, applicant.get(path + "/history").expect(200).json().size());
    }

    @Test
    void of_64_copies_of_an_opening_one_opens_a_case() throws Exception {
        HttpRequest.Builder request =
                applicant.opening(UUID.randomUUID().toString(), "{\"title\":\"Opened 64 times\"}");
        List<Answer> answers = atOnce(request);
        assertOneApplied(answers, 201);
        assertEquals(
                1,
                answers.stream()
                        .map(answer -> answer.header("Location"))
                        .distinct()
                        .count());
    }

    private static List<Answer> atOnce(HttpRequest.Builder request) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(COPIES);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<Answer>> futures = new ArrayList<>();
            for (int i = 0; i < COPIES; i++) {
                HttpRequest.Builder copy = request.copy();
                futures.add(threads.submit(() -> {
                    start.await();
                    return Client.send(copy);
                }));
            }
            start.countDown();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> future : futures) {
                answers.add(future.get(60, TimeUnit.SECONDS));
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }

    private static void assertOneApplied(List<Answer> answers, int status) {
        for (Answer answer : answers) {
            answer.expect(status);
            assertArrayEquals(answers.get(0).body(), answer.body());
            assertEquals(answers.get(0).header("ETag"), answer.header("ETag"));
        }
        assertEquals(COPIES - 1, answers.stream().filter(Answer::isReplayed).count());
    }

    @Test
    void a_reply_that_was_dropped_is_given_again() {
        String path = applicant.open("Reply dropped");
        String key = UUID.randomUUID().toString();
        RawHttp.sendAndLeave(
                desk.port(),
                "POST " + path + "/submission HTTP/1.1\r\nHost: localhost\r\nAuthorization: "
                        + applicant.authorization()
                        + "\r\nContent-Type: application/json\r\nIdempotency-Key: " + key
                        + "\r\nIf-Match: \"1\"\r\nContent-Length: 2\r\n\r\n{}");
        Answer answer = Client.send(applicant.command("POST", path + "/submission", "\"1\"", key, "{}"))
                .expect(200);
        assertTrue(answer.isReplayed());
        assertEquals("\"2\"", answer.header("ETag"));
        assertEquals(2, applicant.get(path + "/history").expect(200).json().size());
    }
}
