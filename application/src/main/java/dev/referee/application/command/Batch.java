package dev.referee.application.command;

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

    private final List<Entry<S>> entries;

    Batch(List<Command<S>> commands) {
        this.entries = commands.stream()
                .map(command -> new Entry<>(
                        command, command.request().digest(), UUID.randomUUID().toString()))
                .toList();
    }

    /** @param execution names this call; it is the same in all its attempts */
    private record Entry<S>(Command<S> command, String digest, String execution) {

        CommandRequest request() {
            return command.request();
        }
    }

    /** What deciding gave: the answers in the commands' order, and what is to be written for them. */
    record Decided(List<CommandAnswer> answers, List<Change<?>> changes) {}

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

    /** The batch in parts of one command each. */
    List<Batch<S>> singles() {
        return entries.stream()
                .map(entry -> new Batch<>(List.of(entry.command())))
                .toList();
    }

    Decided decide(Optional<S> locked, Map<OperationKey, StoredOperation> found, Clock clock) {
        Optional<S> state = locked;
        Map<OperationKey, StoredOperation> known = new HashMap<>(found);
        List<CommandAnswer> answers = new ArrayList<>();
        List<Change<?>> changes = new ArrayList<>();
        for (Entry<S> entry : entries) {
            StoredOperation prior = known.get(entry.request().key());
            if (prior != null) {
                answers.add(new CommandAnswer.Answered(answerFrom(prior, entry)));
                continue;
            }
            try {
                Optional<Change<S>> change = decideOne(entry, state, clock, answers);
                if (change.isPresent()) {
                    changes.add(change.get());
                    state = Optional.of(change.get().next());
                    known.put(entry.request().key(), change.get().operation());
                }
            } catch (RuntimeException e) {
                answers.add(new CommandAnswer.Failed(e));
            }
        }
        return new Decided(List.copyOf(answers), List.copyOf(changes));
    }

    private static Outcome answerFrom(StoredOperation prior, Entry<?> entry) {
        OperationKey key = entry.request().key();
        if (!prior.actor().equals(entry.request().actor()) || !prior.digest().equals(entry.digest())) {
            return new Outcome.Refused(new OperationConflict(key));
        }
        if (prior.outcome().isEmpty()) {
            return new Outcome.Refused(new OperationExpired(key));
        }
        return prior.execution().equals(entry.execution())
                ? new Outcome.Applied(prior.revision(), prior.outcome().get())
                : new Outcome.Replayed(prior.revision(), prior.outcome().get());
    }

    private static <S> Optional<Change<S>> decideOne(
            Entry<S> entry, Optional<S> state, Clock clock, List<CommandAnswer> answers) {
        Instant at = clock.instant().truncatedTo(ChronoUnit.MICROS);
        Decision<S> decision = entry.command().decide(state, at);
        return decision.fold(
                accepted -> {
                    Change<S> change = change(entry, state, accepted, at);
                    answers.add(new CommandAnswer.Answered(
                            new Outcome.Applied(change.operation().revision(), accepted.outcome())));
                    return Optional.of(change);
                },
                refused -> {
                    answers.add(new CommandAnswer.Answered(new Outcome.Refused(refused.refusal())));
                    return Optional.empty();
                });
    }

    private static <S> Change<S> change(Entry<S> entry, Optional<S> before, Decision.Accepted<S> accepted, Instant at) {
        CommandRequest request = entry.request();
        JsonCheck.problemOf("the outcome", accepted.outcome())
                .or(() -> JsonCheck.problemOf("the event", accepted.event().payload()))
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
                        entry.digest(),
                        entry.execution(),
                        revision,
                        Optional.of(accepted.outcome()),
                        at),
                new OutboxEvent(
                        UUID.randomUUID(), request.key().namespace(), aggregate, revision, accepted.event(), at));
    }
}
