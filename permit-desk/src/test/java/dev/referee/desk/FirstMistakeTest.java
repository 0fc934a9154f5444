package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.desk.TestDesk.Store;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Of several mistakes in a request the first is told, in the order that the desk's documentation gives. */
class FirstMistakeTest {

    private static final String APPROVAL = "/cases/62/approval";
    private static final String LATIN_1 = "application/json; charset=iso-8859-1";

    private final TestDesk desk = TestDesk.shared(Store.IN_MEMORY);
    private final Client reviewer47 = desk.as("reviewer47");

    private static void assertField(String field, Answer answer) {
        assertEquals(
                field, answer.expectProblem(400, "invalid-value").path("field").asString());
    }

    @Test
    void the_first_of_several_mistakes_is_told() {
        Client supervisor = desk.as("supervisor1");
        String huge = "x".repeat(70_000);
        Client.send(reviewer47
                        .command("POST", "/cases/0/approval", "", "", huge)
                        .setHeader("Content-Type", LATIN_1))
                .expectProblem(415, "unsupported-media-type");
        assertField("case id", Client.send(reviewer47.command("POST", "/cases/0/approval", "", "", huge)));
        assertField("reviewer id", Client.send(supervisor.command("PUT", "/cases/62/reviewers/0", "", "", huge)));
        Client.send(reviewer47.command("POST", APPROVAL, "", "", huge)).expectProblem(413, "body-too-large");
        Client.send(reviewer47.opening("", "x").setHeader("Content-Type", LATIN_1))
                .expectProblem(415, "unsupported-media-type");
        for (String method : List.of("PUT", "DELETE")) {
            String path = "/cases/62/reviewers/9";
            Client.send(supervisor.command(method, path, "", "", huge)).expectProblem(413, "body-too-large");
            Client.send(supervisor.command(method, path, "", "", "{}")).expectProblem(400, "malformed-idempotency-key");
            Client.send(supervisor.command(method, path, "", "key", "{}")).expectProblem(400, "malformed-if-match");
            Client.send(supervisor.command(method, path, "\"1\"", "key", "{}")).expectProblem(400, "malformed-body");
        }
        Client.send(reviewer47.command("POST", APPROVAL, "", "", "x")).expectProblem(400, "malformed-idempotency-key");
        Client.send(reviewer47.command("POST", APPROVAL, "", "key", "x")).expectProblem(400, "malformed-if-match");
        Client.send(reviewer47.command("POST", APPROVAL, "\"1\"", "key", "x")).expectProblem(400, "malformed-json");
    }
}
