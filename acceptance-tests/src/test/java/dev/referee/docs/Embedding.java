package dev.referee.docs;

import dev.referee.adapter.postgres.PostgresAdapter;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.application.port.Adapter;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Role;
import javax.sql.DataSource;

/** How a service embeds the permit use cases. */
final class Embedding {

    private Embedding() {}

    static String approveCase62(DataSource dataSource, OperationId operationId) {
        // sample: embed
        Adapter adapter = PostgresAdapter.on(dataSource).open(); // makes or migrates its tables
        CommandEngine engine = CommandEngine.over(adapter).build();
        PermitCommands permits = PermitCommands.over(engine, adapter.permitCases(), adapter.caseIds());

        Outcome outcome = permits.approve(
                PermitRequest.of(operationId, Role.REVIEWER.actor("47"), new CaseId(62), new Revision(5))
                        .because(new Reason("Plans complete.")));
        return outcome.fold(
                applied -> "200 " + applied.result(),
                replayed -> "200 " + replayed.result() + " (again)",
                refused -> "refused: " + refused.refusal().code());
        // end
    }
}
