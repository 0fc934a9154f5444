package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/**
 * Many people at once over HTTP: new commands, a fifth of them exact repeats, one in twenty another content under a used key. At the end
 * each case has as many audit, operation and outbox rows as its revision says.
 *
 * <p>Small and on H2 by default. {@code -Dreferee.storm.url=jdbc:... -Dreferee.storm.user=... -Dreferee.storm.password=...
 * -Dreferee.storm.cases=200 -Dreferee.storm.commands=20000} makes it a large one on another, empty database.
 */
class StormTest {

    private static final int REVIEWERS = 8;
    private static final int THREADS = 16;
    private static final int MOST_REPEATS_OF_A_BUSY_ANSWER = 50;

    private final String url =
            System.getProperty("referee.storm.url", "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
    private final String user = System.getProperty("referee.storm.user", "sa");
    private final String password = System.getProperty("referee.storm.password", "");
    private final int cases = Integer.getInteger("referee.storm.cases", 20);
    private final int commands = Integer.getInteger("referee.storm.commands", 1_500);

    private final Map<String, LongAdder> answers = new ConcurrentSkipListMap<>();

    private record Case(String path, AtomicLong revision) {}

    /** A request as it was sent, so that it can be sent again exactly. */
    private record Sent(String user, String path, String ifMatch, String key, String body) {}

    private record Answered(Sent request, Answer answer) {}

    @Test
    void a_storm_leaves_one_row_of_each_kind_for_each_revision() throws Exception {
        try (TestDesk desk = TestDesk.start(arguments())) {
            List<Case> opened = open(desk);
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            try {
                List<Future<?>> workers = IntStream.range(0, THREADS)
                        .<Future<?>>mapToObj(n -> threads.submit(() -> work(desk, opened, n)))
                        .toList();
                for (Future<?> worker : workers) {
                    worker.get();
                }
            } finally {
                threads.shutdownNow();
            }
        }
        System.out.println("storm: " + answers);
        assertRowsFitRevisions();
    }

    private String[] arguments() {
        String hash = String.valueOf(new BCryptPasswordEncoder(4).encode("demo"));
        List<String> arguments = new ArrayList<>(List.of("--url=" + url, "--user=" + user, "--password=" + password));
        addUser(arguments, 0, "applicant1", "applicant", "applicant1", hash);
        addUser(arguments, 1, "supervisor1", "supervisor", "supervisor1", hash);
        for (int n = 1; n <= REVIEWERS; n++) {
            addUser(arguments, n + 1, "reviewer" + n, "reviewer", Integer.toString(n), hash);
        }
        return arguments.toArray(String[]::new);
    }

    private static void addUser(List<String> arguments, int n, String name, String role, String id, String hash) {
        String prefix = "--referee.desk.users[" + n + "].";
        arguments.addAll(List.of(
                prefix + "name=" + name, prefix + "role=" + role, prefix + "id=" + id, prefix + "password=" + hash));
    }

    private List<Case> open(TestDesk desk) {
        Client applicant = desk.as("applicant1");
        Client supervisor = desk.as("supervisor1");
        List<Case> opened = new ArrayList<>();
        for (int n = 0; n < cases; n++) {
            String path = applicant.open("Storm " + n);
            long revision = 1;
            applicant.post(path + "/submission", revision++, "{}").expect(200);
            for (int reviewer = 1; reviewer <= REVIEWERS; reviewer++) {
                supervisor.put(path + "/reviewers/" + reviewer, revision++).expect(200);
            }
            supervisor.post(path + "/review", revision++, "{}").expect(200);
            opened.add(new Case(path, new AtomicLong(revision)));
        }
        return opened;
    }

    private void work(TestDesk desk, List<Case> opened, int worker) {
        Random random = new Random(worker);
        List<Answered> history = new ArrayList<>();
        for (int n = worker; n < commands; n += THREADS) {
            int kind = random.nextInt(100);
            if (kind < 20 && !history.isEmpty()) {
                repeat(desk, history.get(random.nextInt(history.size())));
            } else if (kind < 25 && !history.isEmpty()) {
                conflict(desk, history.get(random.nextInt(history.size())));
            } else {
                Case target = opened.get(random.nextInt(opened.size()));
                Sent request = next(target, random, "w" + worker + "-" + n);
                Answer answer = send(desk, request);
                count(answer);
                if (answer.status() == 200) {
                    history.add(new Answered(request, answer));
                    long revision = Long.parseLong(answer.header("ETag").replace("\"", ""));
                    target.revision().accumulateAndGet(revision, Math::max);
                } else {
                    assertTrue(List.of(403, 409, 412).contains(answer.status()), answer::text);
                }
            }
        }
    }

    private static Sent next(Case target, Random random, String key) {
        String reviewer = "reviewer" + (1 + random.nextInt(REVIEWERS));
        String ifMatch = "\"" + target.revision().get() + "\"";
        String because = "{\"reason\":\"storm\"}";
        int action = random.nextInt(100);
        if (action < 76) {
            String fee = "{\"description\":\"Plan check\",\"amountCents\":" + (1 + random.nextInt(1000)) + "}";
            return new Sent(reviewer, target.path() + "/fees", ifMatch, key, fee);
        }
        if (action < 80) {
            return new Sent(reviewer, target.path() + "/change-request", ifMatch, key, because);
        }
        if (action < 90) {
            return new Sent("applicant1", target.path() + "/resubmission", ifMatch, key, because);
        }
        return action < 92
                ? new Sent(reviewer, target.path() + "/approval", ifMatch, key, because)
                : new Sent("supervisor1", target.path() + "/reopening", ifMatch, key, because);
    }

    private void repeat(TestDesk desk, Answered earlier) {
        Answer again = send(desk, earlier.request());
        count(again);
        assertEquals(200, again.status(), again::text);
        assertTrue(again.isReplayed());
        assertEquals(earlier.answer().text(), again.text());
    }

    private void conflict(TestDesk desk, Answered earlier) {
        Sent sent = earlier.request();
        String other = sent.path().endsWith("/fees")
                ? "{\"description\":\"Another\",\"amountCents\":1}"
                : "{\"reason\":\"another\"}";
        Answer answer = send(desk, new Sent(sent.user(), sent.path(), sent.ifMatch(), sent.key(), other));
        count(answer);
        answer.expectProblem(422, "operation-conflict");
    }

    /** Sends a request, and sends it again while the desk says that it is busy. */
    private Answer send(TestDesk desk, Sent request) {
        for (int n = 0; n < MOST_REPEATS_OF_A_BUSY_ANSWER; n++) {
            Answer answer = Client.send(desk.as(request.user())
                    .command("POST", request.path(), request.ifMatch(), request.key(), request.body()));
            if (answer.status() != 503) {
                return answer;
            }
            count(answer);
        }
        throw new AssertionError("busy " + MOST_REPEATS_OF_A_BUSY_ANSWER + " times in a row: " + request);
    }

    private void count(Answer answer) {
        String what = answer.status() + (answer.isReplayed() ? " replayed" : "");
        answers.computeIfAbsent(what, each -> new LongAdder()).increment();
    }

    private void assertRowsFitRevisions() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            Map<Long, Long> revisions = numbers(statement, "SELECT id, revision FROM referee_permit_case");
            assertEquals(cases, revisions.size());
            assertEquals(
                    revisions,
                    numbers(statement, "SELECT aggregate_id, count(*) FROM referee_audit GROUP BY aggregate_id"));
            assertEquals(
                    revisions,
                    numbers(statement, "SELECT aggregate_id, count(*) FROM referee_operation GROUP BY aggregate_id"));
            assertEquals(
                    revisions,
                    numbers(statement, "SELECT aggregateid, count(*) FROM referee_event GROUP BY aggregateid"));
        }
    }

    private static Map<Long, Long> numbers(Statement statement, String sql) throws SQLException {
        Map<Long, Long> found = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                found.put(Long.parseLong(rows.getString(1)), rows.getLong(2));
            }
        }
        return found;
    }
}
