package dev.referee.acceptance.account;

import dev.referee.application.command.Command;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.command.Fields;
import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;

// sample: use-cases
/** The use cases of accounts, over the command engine. Immutable, and safe for many threads. */
public record AccountDesk(CommandEngine engine, AggregateStore<Account> store) {

    public static final Namespace NAMESPACE = new Namespace("suite.account");
    private static final TypeName OPEN = new TypeName("account.open", 1);
    private static final TypeName WITHDRAW = new TypeName("account.withdraw", 1);

    public Outcome open(OperationId operation, Actor actor, Subject id, long cents) {
        return engine.execute(opening(operation, actor, id, cents));
    }

    public Outcome withdraw(OperationId operation, Actor actor, Subject id, Revision expected, long cents) {
        return engine.execute(withdrawal(operation, actor, id, expected, cents));
    }

    /** An opening, for a list of commands. Its key's subject is who opens, so that the same request with another id is no copy. */
    public Command<Account> opening(OperationId operation, Actor actor, Subject id, long cents) {
        OperationKey key = new OperationKey(NAMESPACE, new Subject(actor.id()), operation);
        Fields fields = Fields.NONE.with("id", id.value()).with("cents", cents);
        CommandRequest request = CommandRequest.of(key, actor, OPEN).with(fields);
        return Command.opening(request, store, id, (existing, at) -> Account.open(existing, id, cents));
    }

    /** A withdrawal, for a list of commands. */
    public Command<Account> withdrawal(OperationId operation, Actor actor, Subject id, Revision expected, long cents) {
        OperationKey key = new OperationKey(NAMESPACE, id, operation);
        CommandRequest request =
                CommandRequest.of(key, actor, WITHDRAW).expecting(expected).with(Fields.NONE.with("cents", cents));
        return Command.on(request, store, (account, at) -> account.withdraw(expected, cents));
    }
}
// end
