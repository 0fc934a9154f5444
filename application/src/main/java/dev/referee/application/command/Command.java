package dev.referee.application.command;

import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.EngineRefusal.SubjectNotFound;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Subject;
import java.time.Instant;
import java.util.Optional;

/**
 * A request with the store and the logic to run it: one element of {@link CommandEngine#handleAll}.
 *
 * @param <S> the aggregate's state
 */
public final class Command<S> {

    private final CommandRequest request;
    private final String digest;
    private final AggregateStore<S> store;
    private final Subject aggregate;
    private final boolean opening;
    private final Open<S> decide;

    private Command(
            CommandRequest request, AggregateStore<S> store, Subject aggregate, boolean opening, Open<S> decide) {
        this.request = request;
        this.digest = request.digest();
        this.store = store;
        this.aggregate = aggregate;
        this.opening = opening;
        this.decide = decide;
    }

    /** A command on the aggregate that the request's key names; refused as {@link SubjectNotFound} if there is none. */
    public static <S> Command<S> on(CommandRequest request, AggregateStore<S> store, Decide<S> decide) {
        OperationKey key = request.key();
        return on(request, store, decide, new SubjectNotFound(key.namespace(), key.subject()));
    }

    /** A command on the aggregate that the request's key names, with a refusal of the caller's own if there is none. */
    public static <S> Command<S> on(
            CommandRequest request, AggregateStore<S> store, Decide<S> decide, Refusal ifAbsent) {
        return new Command<>(
                request,
                store,
                request.key().subject(),
                false,
                (existing, at) -> existing.isPresent() ? decide.decide(existing.get(), at) : Decision.refuse(ifAbsent));
    }

    /**
     * A command that makes a new aggregate. The key's subject is who opens it, so that copies of the request meet under one key, whatever
     * identity each has drawn.
     *
     * @param aggregate the identity of the new aggregate
     */
    public static <S> Command<S> opening(
            CommandRequest request, AggregateStore<S> store, Subject aggregate, Open<S> open) {
        return new Command<>(request, store, aggregate, true, open);
    }

    public CommandRequest request() {
        return request;
    }

    String digest() {
        return digest;
    }

    AggregateStore<S> store() {
        return store;
    }

    Subject aggregate() {
        return aggregate;
    }

    boolean isOpening() {
        return opening;
    }

    Decision<S> decide(Optional<S> state, Instant at) {
        return decide.open(state, at);
    }
}
