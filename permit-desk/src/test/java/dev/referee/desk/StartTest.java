package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.adapter.inmemory.InMemorySnapshot;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Role;
import dev.referee.domain.permit.Title;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How the desk starts, and when it does not. */
class StartTest {

    private static final String HASH = "$2a$04$" + "a".repeat(53);

    private static String refusal(String... arguments) {
        Throwable failure =
                assertThrows(Throwable.class, () -> TestDesk.start(arguments).close());
        return StartFailureReporter.sentenceOf(failure).orElseThrow(() -> new AssertionError(failure));
    }

    @Test
    void without_users_the_desk_refuses_to_start() {
        String sentence = refusal("--url=jdbc:h2:mem:" + UUID.randomUUID());
        assertTrue(sentence.startsWith("No user is configured"), sentence);
    }

    @ParameterizedTest
    @CsvSource({
        "name, ''",
        "name, a:b",
        "name, a b",
        "password, secret",
        "password, {noop}secret",
        "role, admin",
        "role, ''",
        "id, ''",
        "id, 047",
        "id, x",
        "id, 9223372036854775808"
    })
    void a_user_that_is_not_as_it_must_be_is_refused_by_name_of_the_property(String property, String value) {
        String sentence = refusal(
                "--url=jdbc:h2:mem:" + UUID.randomUUID(),
                "--referee.desk.users[0].name=" + (property.equals("name") ? value : "carol"),
                "--referee.desk.users[0].password=" + (property.equals("password") ? value : HASH),
                "--referee.desk.users[0].role=" + (property.equals("role") ? value : "reviewer"),
                "--referee.desk.users[0].id=" + (property.equals("id") ? value : "47"));
        assertTrue(sentence.contains("referee.desk.users[0]." + property), sentence);
        assertTrue(!sentence.contains("secret"), sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:oracle:thin:@x", "postgresql://localhost/desk", "jdbc:h2:", "x", "jdbc:postgresql"})
    void a_url_of_no_known_database_is_refused(String url) {
        assertTrue(refusal("--demo", "--url=" + url).startsWith("The url must begin with one of "));
    }

    @Test
    void a_database_that_cannot_be_opened_is_refused_without_its_password() {
        String sentence = refusal("--demo", "--url=jdbc:h2:tcp://localhost:1/desk;PASSWORD=topsecret", "--user=sa");
        assertTrue(sentence.startsWith("The database jdbc:h2:tcp://localhost:1/desk cannot be opened: "), sentence);
        assertTrue(!sentence.contains("topsecret"), sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "no", "off", "false"})
    void a_demo_that_is_switched_off_makes_neither_users_nor_case(String off) {
        InMemoryAdapter store = InMemoryAdapter.create();
        InMemorySnapshot before = store.snapshot();
        TestDesk.start(
                        store,
                        "--demo=" + off,
                        "--referee.desk.users[0].name=carol",
                        "--referee.desk.users[0].password=" + HASH,
                        "--referee.desk.users[0].role=reviewer",
                        "--referee.desk.users[0].id=47")
                .close();
        assertEquals(before, store.snapshot());
        assertTrue(refusal("--url=jdbc:h2:mem:" + UUID.randomUUID(), "--demo=" + off)
                .startsWith("No user is configured"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "yes", "on", "true"})
    void a_demo_that_is_switched_on_makes_users_and_case(String on) {
        try (TestDesk desk = TestDesk.start(InMemoryAdapter.create(), "--demo=" + on)) {
            desk.as("reviewer47").get("/cases/62").expect(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--demo=maybe", "--demo=", "--server.port=x"})
    void a_value_of_the_wrong_type_is_told_in_one_line(String option) {
        Throwable failure = assertThrows(
                Throwable.class,
                () -> TestDesk.start(InMemoryAdapter.create(), option).close());
        assertTrue(new StartFailureReporter().reportException(failure));
    }

    @Test
    void a_file_of_sqlite_keeps_the_cases(@TempDir Path folder) {
        String url = "--url=jdbc:sqlite:" + folder.resolve("desk.db");
        TestDesk.start("--demo", url).close();
        try (TestDesk desk = TestDesk.start("--demo", url)) {
            desk.as("reviewer47").get("/cases/62").expect(200);
        }
        assertTrue(refusal("--demo", "--url=jdbc:sqlite::memory:").startsWith("The database must be in a file"));
    }

    @Test
    void an_h2_url_may_hold_its_own_user_and_password() {
        String url = "--url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;USER=carol;password=topsecret";
        try (TestDesk desk = TestDesk.start("--demo", url)) {
            desk.as("reviewer47").get("/cases/62").expect(200);
        }
        TestDesk.start("--demo", url.replace(";USER=carol", ""), "--user=carol").close();
        TestDesk.start("--demo", url.replace(";password=topsecret", ""), "--password=topsecret")
                .close();
        String sentence = refusal("--demo", url.replace("topsecret", "secret2"));
        assertTrue(sentence.contains("cannot be opened") && !sentence.contains("secret2"), sentence);
    }

    @Test
    void a_data_folder_that_cannot_be_made_is_refused(@TempDir Path folder) throws IOException {
        Path file = Files.createFile(folder.resolve("file"));
        assertTrue(refusal("--demo", "--data=" + file).startsWith("The data folder"));
        assertTrue(refusal("--demo", "--data=" + folder.resolve("a;b")).startsWith("The data folder"));
    }

    @Test
    void a_case_outlives_the_desk_in_the_data_folder(@TempDir Path folder) {
        String data = "--data=" + folder.resolve("new");
        try (TestDesk desk = TestDesk.start("--demo", data)) {
            desk.as("reviewer47")
                    .post("/cases/62/approval", 5, "{\"reason\":\"fine\"}")
                    .expect(200);
        }
        try (TestDesk desk = TestDesk.start("--demo", data)) {
            Answer answer = desk.as("applicant1").get("/cases/62").expect(200);
            assertEquals("APPROVED", answer.json().path("status").asString());
            assertEquals("\"6\"", answer.header("ETag"));
        }
    }

    @Test
    void the_second_start_of_the_demo_writes_nothing_whatever_became_of_the_case() {
        InMemoryAdapter store = InMemoryAdapter.create();
        try (TestDesk desk = TestDesk.start(store, "--demo")) {
            desk.as("reviewer47")
                    .post("/cases/62/approval", 5, "{\"reason\":\"fine\"}")
                    .expect(200);
        }
        InMemorySnapshot before = store.snapshot();
        try (TestDesk desk = TestDesk.start(store, "--demo")) {
            assertEquals(
                    "\"6\"", desk.as("applicant1").get("/cases/62").expect(200).header("ETag"));
        }
        assertEquals(before, store.snapshot());
    }

    @Test
    void a_case_62_that_is_not_the_demos_is_left_alone() {
        InMemoryAdapter store = InMemoryAdapter.create();
        PermitCommands.over(CommandEngine.over(store).build(), store.permitCases(), store.caseIds())
                .open(OpenRequest.of(
                                new OperationId("mine"), Role.APPLICANT.actor("somebody"), new Title("Not the demo's"))
                        .under(new CaseId(62)))
                .orElseThrow();
        InMemorySnapshot before = store.snapshot();
        try (TestDesk desk = TestDesk.start(store, "--demo")) {
            assertEquals(
                    "\"1\"", desk.as("applicant1").get("/cases/62").expect(200).header("ETag"));
        }
        assertEquals(before, store.snapshot());
    }

    @Test
    void short_options_become_properties_and_others_stay() {
        assertArrayEquals(
                new String[] {
                    "--referee.desk.demo=true",
                    "--referee.desk.url=jdbc:h2:mem:a=b",
                    "--referee.desk.user=",
                    "--server.port=0"
                },
                DeskArguments.toProperties("--demo", "--url=jdbc:h2:mem:a=b", "--user=", "--server.port=0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--url", "--password", "jdbc:h2:mem:a", "-d"})
    void an_option_without_value_or_hyphens_is_refused(String argument) {
        assertThrows(DeskRefusal.class, () -> DeskArguments.toProperties(argument));
    }
}
