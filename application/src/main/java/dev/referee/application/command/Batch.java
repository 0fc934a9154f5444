package dev.referee.application.command;

import dev.referee.application.internal.JsonCheck;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Change;
import dev.referee.application.port.OutboxEvent;
import dev.referee.application.port.StoredOperation;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.EngineRefusal.OperationConflict;
import dev.referee.domain.command.EngineRefusal.OperationExpired;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Commands on one aggregate, decided one after the other on its locked state: each sees those before it. The same batch may be decided again
 * and again, each time from fresh state.
 *
 * @param <S> the aggregate's state
 */
final class Batch<S> {

    /** The longest outcome, and the longest payload of an event, in UTF-8. */
    private static final int MAX_JSON_BYTES = 64 * 1024;

    private final List<Entry<S>> entries;

    private Batch(List<Entry<S>> entries) {
        this.entries = entries;
    }

    static <S> Batch<S> of(List<Command<S>> commands) {
        return new Batch<>(commands.stream()
                .map(command -> new Entry<>(command, UUID.randomUUID().toString()))
                .toList());
    }

    /** @param execution names this call; it is the same in all its attempts */
    private record Entry<S>(Command<S> command, String execution) {

        CommandRequest request() {
            return command.request();
        }
    }

    /**
     * One command's answer.
     *
     * @param change what is to be written for it
     * @param stored whether the answer was read from a stored operation, and so is definite whatever else is in doubt
     */
    record Settled<S>(CommandAnswer answer, Optional<Change<S>> change, boolean stored) {

        static <S> Settled<S> stored(Outcome outcome) {
            return new Settled<>(new CommandAnswer.Answered(outcome), Optional.empty(), true);
        }

        static <S> Settled<S> answering(CommandAnswer answer) {
            return new Settled<>(answer, Optional.empty(), false);
        }

        static <S> Settled<S> changing(Change<S> change) {
            StoredOperation operation = change.operation();
            Outcome applied = new Outcome.Applied(
                    operation.revision(), operation.outcome().orElseThrow());
            return new Settled<>(new CommandAnswer.Answered(applied), Optional.of(change), false);
        }
    }

    int size() {
        return entries.size();
    }

    AggregateStore<S> store() {
        return entries.get(0).command().store();
    }

    Subject aggregate() {
        return entries.get(0).command().aggregate();
    }

    boolean opens() {
        return entries.stream().anyMatch(entry -> entry.command().isOpening());
    }

    CommandRequest first() {
        return entries.get(0).request();
    }

    List<CommandRequest> requests() {
        return entries.stream().map(Entry::request).toList();
    }

    Set<OperationKey> keys() {
        return entries.stream().map(entry -> entry.request().key()).collect(Collectors.toSet());
    }

    /** The batch in parts of one command each; the calls keep their names. */
    List<Batch<S>> singles() {
        return entries.stream().map(entry -> new Batch<>(List.of(entry))).toList();
    }

    /** Decides the commands one after the other; the same may be done again from fresh state. */
    List<Settled<S>> decide(Optional<S> locked, Map<OperationKey, StoredOperation> found, Clock clock) {
        Optional<S> state = locked;
        Map<OperationKey, StoredOperation> known = new HashMap<>(found);
        List<Settled<S>> settled = new ArrayList<>();
        for (Entry<S> entry : entries) {
            StoredOperation prior = known.get(entry.request().key());
            Settled<S> one = prior == null ? settle(entry, state, clock) : Settled.stored(answerFrom(prior, entry));
            if (one.change().isPresent()) {
                state = Optional.of(one.change().get().next());
                known.put(entry.request().key(), one.change().get().operation());
            }
            settled.add(one);
        }
        return List.copyOf(settled);
    }

    private static Outcome answerFrom(StoredOperation prior, Entry<?> entry) {
        OperationKey key = entry.request().key();
        if (!prior.actor().equals(entry.request().actor())
                || !prior.digest().equals(entry.command().digest())) {
            return new Outcome.Refused(new OperationConflict(key));
        }
        if (prior.outcome().isEmpty()) {
            return new Outcome.Refused(new OperationExpired(key));
        }
        return prior.execution().equals(entry.execution())
                ? new Outcome.Applied(prior.revision(), prior.outcome().get())
                : new Outcome.Replayed(prior.revision(), prior.outcome().get());
    }

    /** A fault of one decision is the answer to its command alone. */
    private static <S> Settled<S> settle(Entry<S> entry, Optional<S> state, Clock clock) {
        try {
            Instant at = clock.instant().truncatedTo(ChronoUnit.MICROS);
            Decision<S> decision = entry.command().decide(state, at);
            return decision.fold(
                    accepted -> Settled.changing(change(entry, state, accepted, at)),
                    refused -> Settled.answering(new CommandAnswer.Answered(new Outcome.Refused(refused.refusal()))));
        } catch (RuntimeException e) {
            return Settled.answering(new CommandAnswer.Failed(e));
        }
    }

    private static <S> Change<S> change(Entry<S> entry, Optional<S> before, Decision.Accepted<S> accepted, Instant at) {
        CommandRequest request = entry.request();
        JsonCheck.problemOf("the outcome", accepted.outcome(), MAX_JSON_BYTES)
                .or(() -> JsonCheck.problemOf("the event", accepted.event().payload(), MAX_JSON_BYTES))
                .ifPresent(problem -> {
                    throw new OutcomeRejected(request.key(), problem);
                });
        AggregateStore<S> store = entry.command().store();
        Subject aggregate = entry.command().aggregate();
        Revision due = before.map(store::revisionOf).orElse(Revision.NONE).next();
        Revision revision = store.revisionOf(accepted.next());
        if (!revision.equals(due)) {
            throw new IllegalStateException(
                    "a decision on " + request.key() + " made revision " + revision + ", but " + due + " was due");
        }
        return new Change<>(
                store,
                before,
                accepted.next(),
                new AuditEntry(
                        request.key().namespace(),
                        aggregate,
                        revision,
                        request.command().name(),
                        request.actor(),
                        request.reason(),
                        at),
                new StoredOperation(
                        request.key(),
                        aggregate,
                        request.actor(),
                        request.command(),
                        entry.command().digest(),
                        entry.execution(),
                        revision,
                        Optional.of(accepted.outcome()),
                        at),
                new OutboxEvent(
                        UUID.randomUUID(), request.key().namespace(), aggregate, revision, accepted.event(), at));
    }
}
