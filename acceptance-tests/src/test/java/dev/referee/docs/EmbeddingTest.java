package dev.referee.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.application.port.Adapter;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Role;
import dev.referee.domain.permit.Title;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class EmbeddingTest {

    @Test
    void the_readme_approves_case_62_once() {
        assumeTrue(
                TestServers.POSTGRESQL_18.state() instanceof ServerState.Running,
                () -> "not run: " + TestServers.POSTGRESQL_18.state());
        try (TestDatabase database = TestServers.POSTGRESQL_18.createDatabase();
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            putCase62InReview(pool);

            String first = Embedding.approveCase62(pool, new OperationId("approve-62"));
            assertTrue(first.startsWith("200 {\"caseId\":62,"), first);
            assertEquals(first + " (again)", Embedding.approveCase62(pool, new OperationId("approve-62")));
            assertEquals(
                    "refused: illegal-transition", Embedding.approveCase62(pool, new OperationId("approve-62-anew")));
        }
    }

    private static void putCase62InReview(DataSource dataSource) {
        Adapter adapter = PostgresAdapter.on(dataSource).open();
        PermitCommands permits =
                PermitCommands.over(CommandEngine.over(adapter).build(), adapter.permitCases(), adapter.caseIds());
        Actor applicant = Role.APPLICANT.actor("applicant1");
        Actor supervisor = Role.SUPERVISOR.actor("supervisor1");
        permits.open(OpenRequest.of(new OperationId("1"), applicant, new Title("A garage"))
                        .under(new CaseId(62)))
                .orElseThrow();
        permits.submit(request("2", applicant, 1)).orElseThrow();
        permits.assignReviewer(request("3", supervisor, 2), new ReviewerId(47)).orElseThrow();
        permits.assignReviewer(request("4", supervisor, 3), new ReviewerId(81)).orElseThrow();
        permits.startReview(request("5", supervisor, 4)).orElseThrow();
    }

    private static PermitRequest request(String operation, Actor actor, long expected) {
        return PermitRequest.of(new OperationId(operation), actor, new CaseId(62), new Revision(expected));
    }
}
