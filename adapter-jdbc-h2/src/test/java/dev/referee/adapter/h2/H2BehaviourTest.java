package dev.referee.adapter.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.adapter.jdbc.JdbcAdapter;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.command.CaseBusy;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.lock.LockWait;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Feature;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.Title;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What H2 itself does to a command. */
class H2BehaviourTest {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final CaseId CASE = new CaseId(62);
    private static final Actor APPLICANT = new Actor("applicant", "applicant1");

    private final DataSource direct = new H2Database().fresh();

    private static PermitCommands commands(JdbcAdapter adapter) {
        return PermitCommands.over(CommandEngine.over(adapter).build(), adapter.permitCases(), adapter.caseIds());
    }

    private static Outcome open(PermitCommands commands) {
        return commands.open(OpenRequest.of(new OperationId("open"), APPLICANT, new Title("Sluice"))
                .under(CASE));
    }

    private static Outcome submit(PermitCommands commands) {
        return commands.submit(PermitRequest.of(new OperationId("submit"), APPLICANT, CASE, Revision.FIRST));
    }

    @Test
    void CMD_17_a_queue_does_not_stretch_the_wait() throws Exception {
        JdbcAdapter adapter = H2Adapter.on(direct).open();
        open(commands(adapter));
        int many = 32;
        Duration limit = Duration.ofMillis(300);
        CountDownLatch ready = new CountDownLatch(many);
        ExecutorService threads = Executors.newFixedThreadPool(many);
        List<Future<Long>> waits = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            waits.add(threads.submit(() -> {
                ready.countDown();
                ready.await();
                long start = System.nanoTime();
                try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
                    unit.lock(adapter.permitCases(), CASE.subject(), LockWait.upTo(limit), Set.of());
                    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                    // Holds the row for a while, as a slow decision would.
                    new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS);
                    return waited;
                }
            }));
        }
        for (Future<Long> wait : waits) {
            long millis = wait.get(30, TimeUnit.SECONDS);
            assertTrue(millis < limit.toMillis() + 250, "waited " + millis + " ms");
        }
        threads.shutdown();
    }

    @Test
    void a_deadlock_is_contention() throws Exception {
        JdbcAdapter adapter = H2Adapter.on(direct).open();
        PermitCommands commands = commands(adapter);
        open(commands);
        commands.open(OpenRequest.of(new OperationId("other"), APPLICANT, new Title("Weir"))
                .under(new CaseId(63)));
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CountDownLatch bothHold = new CountDownLatch(2);
        Future<Boolean> one = threads.submit(() -> lockBoth(adapter, CASE, new CaseId(63), bothHold));
        Future<Boolean> two = threads.submit(() -> lockBoth(adapter, new CaseId(63), CASE, bothHold));
        assertEquals(
                1,
                List.of(one.get(10, TimeUnit.SECONDS), two.get(10, TimeUnit.SECONDS)).stream()
                        .filter(both -> both)
                        .count());
        threads.shutdown();
    }

    private static boolean lockBoth(JdbcAdapter adapter, CaseId first, CaseId second, CountDownLatch bothHold)
            throws InterruptedException {
        try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            unit.lock(adapter.permitCases(), first.subject(), LockWait.upTo(LIMIT), Set.of());
            bothHold.countDown();
            bothHold.await();
            unit.lock(adapter.permitCases(), second.subject(), LockWait.upTo(LIMIT), Set.of());
            return true;
        } catch (StoreFailure e) {
            assertEquals(FailureKind.CONTENTION, e.kind());
            return false;
        }
    }

    @Test
    void TX_5_a_connection_that_is_closed_does_not_go_back() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setDataSource(direct);
        config.setMaximumPoolSize(1);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            JdbcAdapter adapter = H2Adapter.on(pool).open();
            open(commands(adapter));
            try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
                PermitCase found =
                        unit.read(adapter.permitCases(), CASE.subject()).orElseThrow();
                closeOthers();
                StoreFailure failure =
                        assertThrows(StoreFailure.class, () -> unit.update(adapter.permitCases(), found, found));
                assertEquals(FailureKind.CONNECTION_LOST, failure.kind());
            }
            assertInstanceOf(Outcome.Applied.class, submit(commands(adapter)));
        }
    }

    private void closeOthers() throws Exception {
        try (Connection connection = direct.getConnection()) {
            connection
                    .createStatement()
                    .execute("SELECT ABORT_SESSION(SESSION_ID) FROM INFORMATION_SCHEMA.SESSIONS"
                            + " WHERE SESSION_ID <> SESSION_ID()");
        }
    }

    @Test
    void a_busy_case_leaves_a_healthy_connection() throws Exception {
        JdbcAdapter adapter = H2Adapter.on(direct).open();
        open(commands(adapter));
        try (Connection other = direct.getConnection()) {
            other.setAutoCommit(false);
            other.createStatement().execute("SELECT * FROM referee_permit_case FOR UPDATE");
            CommandEngine hasty =
                    CommandEngine.over(adapter).lockWait(Duration.ofMillis(100)).build();
            PermitCommands commands = PermitCommands.over(hasty, adapter.permitCases(), adapter.caseIds());
            assertThrows(CaseBusy.class, () -> submit(commands));
            other.rollback();
            assertInstanceOf(Outcome.Applied.class, submit(commands));
        }
    }

    @Test
    void a_database_in_a_file_keeps_what_it_acknowledges(@TempDir Path folder) {
        JdbcDataSource file = new JdbcDataSource();
        file.setURL("jdbc:h2:file:" + folder.resolve("cases"));
        file.setUser("sa");
        JdbcAdapter adapter = H2Adapter.on(file).open();
        assertEquals(
                Set.of(Feature.NETWORK, Feature.ADVISORY_LOCKS, Feature.SEVERAL_PROCESSES),
                adapter.capabilities().missing().keySet());
        // Each command has a connection of its own here, so the database is closed and opened again in between.
        open(commands(adapter));
        try (UnitOfWork unit = adapter.unitsOfWork().begin(LIMIT)) {
            assertTrue(unit.read(adapter.permitCases(), CASE.subject()).isPresent());
            assertEquals(
                    List.of("0"),
                    JdbcClient.create(file)
                            .sql("SELECT DISTINCT SETTING_VALUE FROM INFORMATION_SCHEMA.SETTINGS"
                                    + " WHERE SETTING_NAME = 'WRITE_DELAY'")
                            .query(String.class)
                            .list());
        }
    }

    @Test
    void several_processes_can_have_a_file_that_is_opened_for_them(@TempDir Path folder) throws SQLException {
        JdbcDataSource file = new JdbcDataSource();
        file.setURL("jdbc:h2:file:" + folder.resolve("shared") + ";AUTO_SERVER=TRUE");
        file.setUser("sa");
        try (Connection open = file.getConnection()) {
            assertTrue(open.isValid(1));
            assertEquals(
                    Optional.empty(), H2Adapter.on(file).open().capabilities().whyNot(Feature.SEVERAL_PROCESSES));
        }
    }

    @Test
    void CMD_18_a_database_that_takes_two_ids_for_one_is_refused() {
        JdbcDataSource blind = new JdbcDataSource();
        blind.setURL("jdbc:h2:mem:blind;IGNORECASE=TRUE");
        assertThrows(UnsupportedServer.class, () -> H2Adapter.on(blind).open());
    }
}
