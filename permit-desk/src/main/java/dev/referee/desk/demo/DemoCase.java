package dev.referee.desk.demo;

import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Role;
import dev.referee.domain.permit.Title;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Case 62, in review at revision 5. Its commands have fixed operation ids, so another start finds them done and writes nothing, whatever has
 * become of the case since; a start that was broken off is taken up where it ended.
 */
final class DemoCase {

    static final CaseId ID = new CaseId(62);

    private static final Actor APPLICANT = Role.APPLICANT.actor("applicant1");
    private static final Actor REVIEWER = Role.REVIEWER.actor("47");
    private static final Actor SUPERVISOR = Role.SUPERVISOR.actor("supervisor1");

    private final PermitCommands commands;

    DemoCase(PermitCommands commands) {
        this.commands = commands;
    }

    /** Prepares the case. @return the first refusal's sentence, if the case is not the demo's */
    Optional<String> prepare() {
        List<Supplier<Outcome>> steps = List.of(
                () -> commands.open(OpenRequest.of(
                                new OperationId("demo-62-open"), APPLICANT, new Title("Garden shed at 7 Mill Lane"))
                        .under(ID)),
                () -> commands.submit(request("demo-62-submit", APPLICANT, 1)),
                () -> commands.assignReviewer(request("demo-62-assign-47", SUPERVISOR, 2), new ReviewerId(47)),
                () -> commands.assignReviewer(request("demo-62-assign-81", SUPERVISOR, 3), new ReviewerId(81)),
                () -> commands.startReview(request("demo-62-start-review", REVIEWER, 4)));
        return steps.stream()
                .map(step -> refusal(step.get()))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static PermitRequest request(String operationId, Actor actor, long expected) {
        return PermitRequest.of(new OperationId(operationId), actor, ID, new Revision(expected));
    }

    private static Optional<String> refusal(Outcome outcome) {
        return outcome.fold(
                applied -> Optional.empty(),
                replayed -> Optional.empty(),
                refused -> Optional.of(refused.refusal().message()));
    }
}
