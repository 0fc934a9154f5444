package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.referee.desk.TestDesk.Store;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Runs what the pages tell their readers to type, as it stands there but for the port. */
class DeskPageTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    @Test
    void the_pages_upload_adds_one_document_and_is_answered_like_the_first_when_repeated() throws Exception {
        try (TestDesk desk = TestDesk.start(Store.H2, "--demo")) {
            String printed = run(block("docs/desk.md", "<!-- run: upload -->\n```sh\n"), desk.port());
            assertTrue(printed.startsWith("HTTP/1.1 201"), printed);
            assertTrue(printed.contains("Idempotency-Replayed: true"), printed);
            assertTrue(printed.contains("\"name\":\"plan.txt\",\"mediaType\":\"text/plain\",\"size\":24"), printed);
            assertEquals(
                    1, desk.as("reviewer47").get("/cases/62/documents").json().size());
        }
    }

    @Test
    void the_readmes_approval_takes_effect_once_and_is_answered_like_the_first_when_repeated() throws Exception {
        try (TestDesk desk = TestDesk.start(Store.H2, "--demo")) {
            String printed = run(block("README.md", "the browser repeats the request:\n\n```sh\n"), desk.port());
            assertTrue(printed.startsWith("HTTP/1.1 200"), printed);
            assertTrue(printed.contains("Idempotency-Replayed: true"), printed);
            assertEquals(
                    6, desk.as("reviewer47").get("/cases/62/history").json().size());
        }
    }

    private static String block(String page, String before) throws IOException {
        Matcher block = Pattern.compile(Pattern.quote(before) + "(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(ROOT.resolve(page)));
        assertTrue(block.find(), page);
        return block.group(1);
    }

    private static boolean isThere(String program) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static String run(String script, int port) throws IOException, InterruptedException {
        assumeTrue(isThere("curl") && isThere("bash"), "not run: there is no curl or no bash");
        Process process = new ProcessBuilder("bash", "-c", script.replace("localhost:8080", "localhost:" + port))
                .redirectErrorStream(true)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), printed);
        return printed;
    }
}
