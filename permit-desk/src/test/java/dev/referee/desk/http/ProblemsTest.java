package dev.referee.desk.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.EngineRefusal.OperationExpired;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitRefusal.CaseNotFound;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.PermitRefusal.StaleRevision;
import dev.referee.domain.permit.Status;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.http.HttpStatus;

class ProblemsTest {

    private static final OperationKey KEY =
            new OperationKey(new Namespace("permit"), new Subject("62"), new OperationId("key"));

    @Test
    void each_refusal_has_the_status_that_was_promised() {
        Map<Refusal, Integer> promised = Map.of(
                new OperationConflict(KEY), 422,
                new OperationExpired(KEY), 410,
                new CaseNotFound(new CaseId(62)), 404,
                new NotAuthorized(), 403,
                new IllegalTransition(Status.DRAFT, Action.APPROVE), 409,
                new StaleRevision(new Revision(5), new Revision(6)), 412);
        promised.forEach((refusal, status) -> {
            Problem problem = Problems.of(refusal);
            assertEquals(status, problem.status().value());
            assertEquals(refusal.code(), problem.code());
        });
    }

    @ParameterizedTest
    @EnumSource(HttpStatus.class)
    void each_bare_status_becomes_a_problem_of_its_kind(HttpStatus status) {
        Problem problem = Problems.of(status);
        assertEquals(status.is4xxClientError(), problem.status().is4xxClientError());
    }
}
