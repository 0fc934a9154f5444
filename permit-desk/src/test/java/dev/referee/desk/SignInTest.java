package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.desk.TestDesk.Store;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** Who may come in. */
class SignInTest {

    private final TestDesk desk = TestDesk.shared(Store.IN_MEMORY);

    @Test
    void no_or_wrong_credentials_are_401_on_every_path_with_a_challenge() {
        for (String path : List.of("/cases/62", "/cases", "/nothing", "/error", "/")) {
            assertChallenge(Client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + desk.port() + path))));
            assertChallenge(new Client(desk.port(), "reviewer47", "wrong").get(path));
            assertChallenge(new Client(desk.port(), "nobody", "demo").get(path));
            assertChallenge(new Client(desk.port(), "Reviewer47", "demo").get(path));
            assertChallenge(new Client(desk.port(), "reviewer47", "").get(path));
            assertChallenge(new Client(desk.port(), "reviewer47", "x".repeat(100)).get(path));
        }
        assertChallenge(Client.send(HttpRequest.newBuilder(URI.create("http://localhost:" + desk.port() + "/cases"))
                .header("Content-Type", "text/plain")
                .POST(BodyPublishers.ofString("x".repeat(70_000)))));
    }

    private static void assertChallenge(Answer answer) {
        answer.expectProblem(401, "not-authenticated");
        assertTrue(answer.header("WWW-Authenticate").startsWith("Basic realm="));
    }

    @Test
    void there_is_no_cookie_and_answers_are_not_cached() {
        Answer answer = desk.as("applicant1").get("/cases/62").expect(200);
        assertEquals("", answer.header("Set-Cookie"));
        assertTrue(answer.header("Cache-Control").contains("no-store"));
    }

    @Test
    void users_come_from_the_configuration_and_the_demo_users_do_not() {
        String hash = String.valueOf(new BCryptPasswordEncoder(4).encode("s3cret"));
        try (TestDesk other = TestDesk.start(
                Store.IN_MEMORY,
                "--referee.desk.users[0].name=alice",
                "--referee.desk.users[0].password=" + hash,
                "--referee.desk.users[0].role=applicant",
                "--referee.desk.users[0].id=a-17")) {
            Client alice = new Client(other.port(), "alice", "s3cret");
            String path = alice.open("Alice's");
            assertEquals(
                    "a-17", alice.get(path).expect(200).json().path("applicant").asString());
            assertChallenge(other.as("applicant1").get("/cases"));
            alice.get("/cases/62").expectProblem(404, "case-not-found");
        }
    }
}
