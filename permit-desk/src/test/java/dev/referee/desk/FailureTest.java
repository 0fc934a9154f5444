package dev.referee.desk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.Step;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.StoreFailure;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.permit.CaseId;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a caller is told when the store fails. */
class FailureTest {

    private static final String REASON = "{\"reason\":\"because\"}";

    private volatile StepListener fault = StepListener.NONE;

    private final InMemoryAdapter store = InMemoryAdapter.create(step -> fault.before(step));
    private final TestDesk desk = TestDesk.start(store, "--demo");
    private final Client reviewer47 = desk.as("reviewer47");

    @AfterEach
    void close() {
        fault = StepListener.NONE;
        assertEquals(
                5,
                reviewer47.get("/cases/62").expect(200).json().path("revision").asInt());
        desk.close();
    }

    private Answer approve() {
        return reviewer47.post("/cases/62/approval", 5, REASON);
    }

    private static StepListener failing(Step at, FailureKind kind, Phase phase, boolean unknown) {
        return step -> {
            if (step == at) {
                throw new StoreFailure(kind, phase, unknown, "SELECT secret", new IllegalStateException("java.secret"));
            }
        };
    }

    @Test
    void store_unavailable_is_503() {
        fault = failing(Step.BEGIN, FailureKind.UNAVAILABLE, Phase.BEGIN, false);
        approve().expectProblem(503, "store-unavailable");
        Client.send(desk.as("applicant1").opening("key", "{\"title\":\"A\"}")).expectProblem(503, "store-unavailable");
    }

    @Test
    void retries_exhausted_is_503() {
        fault = failing(Step.FACTS, FailureKind.CONTENTION, Phase.FACTS, false);
        approve().expectProblem(503, "retries-exhausted");
    }

    @Test
    void outcome_unknown_is_503_and_says_to_repeat() {
        AtomicBoolean lost = new AtomicBoolean();
        fault = step -> {
            if (step == Step.COMMIT) {
                lost.set(true);
                failing(Step.COMMIT, FailureKind.CONNECTION_LOST, Phase.COMMIT, true)
                        .before(step);
            }
            if (lost.get()) {
                failing(Step.BEGIN, FailureKind.UNAVAILABLE, Phase.BEGIN, false).before(step);
            }
        };
        assertTrue(approve()
                .expectProblem(503, "outcome-unknown")
                .path("detail")
                .asString()
                .contains("same Idempotency-Key"));
    }

    @Test
    void case_busy_is_503() {
        try (UnitOfWork holder = store.unitsOfWork().begin(Duration.ofMinutes(1))) {
            holder.lock(
                    store.permitCases(), new CaseId(62).subject(), new LockWait.UpTo(Duration.ofSeconds(1)), Set.of());
            approve().expectProblem(503, "case-busy");
        }
    }

    @Test
    void what_nobody_expected_is_500_and_shows_nothing() {
        fault = failing(Step.WRITE_AUDIT, FailureKind.REJECTED, Phase.WRITE, false);
        approve().expectProblem(500, "internal-error");
        fault = step -> {
            throw new IllegalStateException("SELECT secret FROM java.secret");
        };
        approve().expectProblem(500, "internal-error");
    }
}
