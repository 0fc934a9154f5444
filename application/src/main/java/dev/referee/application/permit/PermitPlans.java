package dev.referee.application.permit;

import dev.referee.application.command.Command;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.command.Fields;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CaseIds;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.PermitRefusal.CaseNotFound;
import dev.referee.domain.permit.PermitRefusal.NotAuthorized;
import dev.referee.domain.permit.PermitRules;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Ruling;
import dev.referee.domain.permit.TransitionTable;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;

/**
 * Makes the commands on permit cases as values: for {@link CommandEngine#handleAll}, or for {@link CommandEngine#joined} in a transaction of
 * the embedding service. Nothing is executed here. Safe for many threads.
 *
 * <p>Each method throws {@link InvalidValue} if a reason is missing or one too many.
 */
public final class PermitPlans {

    private static final int COMMAND_VERSION = 1;

    /** The counter is not moved past explicit numbers above this: it would never come so far, and must not be brought to its end. */
    private static final CaseId LAST_TO_SKIP = new CaseId(1_000_000_000_000_000L);

    /** What an opening that will be refused asks for; drawn numbers never come so far. */
    private static final CaseId NO_CASE = new CaseId(Long.MAX_VALUE);

    /** Never leaves this package. */
    static final Refusal NUMBER_NEEDED = Refusal.of("number-needed", "The case needs a number first.");

    private static final Pattern LIKE_A_CASE_NUMBER = Pattern.compile("/*[0-9]{1,19}");

    private final AggregateStore<PermitCase> store;
    private final CaseIds caseIds;

    PermitPlans(AggregateStore<PermitCase> store, CaseIds caseIds) {
        this.store = store;
        this.caseIds = caseIds;
    }

    /**
     * An opening. The number of the case is drawn, or an explicit one reserved, by this call, in a short transaction of its own; so it must
     * come before a transaction that the thread holds. A drawn number that proves to be in use is refused as an illegal transition:
     * {@link PermitCommands#open} then takes the next one, a list of commands cannot.
     */
    public Command<PermitCase> open(OpenRequest request) {
        // Who may not open takes no number: the decision will refuse, and a number would be lost or the counter be
        // moved.
        if (!PermitRules.mayOpen(request.actor())) {
            return open(request, request.explicitId().orElse(NO_CASE));
        }
        request.explicitId().filter(id -> id.compareTo(LAST_TO_SKIP) <= 0).ifPresent(caseIds::skipTo);
        return open(request, request.explicitId().orElseGet(caseIds::next));
    }

    /** An opening for which no store has to be asked for a number; empty if one has to be. */
    Optional<Command<PermitCase>> openFromStock(OpenRequest request) {
        return request.explicitId().isPresent()
                ? Optional.empty()
                : caseIds.nextInStock().map(id -> open(request, id));
    }

    /** The opening without a number: replayed or refused like the whole one, and refused as {@link #NUMBER_NEEDED} where that may go on. */
    Command<PermitCase> openWithoutNumber(OpenRequest request) {
        return Command.opening(
                openingEnvelope(request),
                store,
                NO_CASE.subject(),
                (existing, at) ->
                        Decision.refuse(PermitRules.mayOpen(request.actor()) ? NUMBER_NEEDED : new NotAuthorized()));
    }

    private Command<PermitCase> open(OpenRequest request, CaseId id) {
        Actor actor = request.actor();
        return Command.opening(
                openingEnvelope(request),
                store,
                id.subject(),
                (existing, at) -> PermitAnswers.decision(
                        PermitRules.open(existing, id, request.title(), actor),
                        Action.OPEN,
                        actor,
                        Optional.empty(),
                        at,
                        json -> json.writeStringProperty(
                                "title", request.title().text())));
    }

    private static CommandRequest openingEnvelope(OpenRequest request) {
        Fields fields = Fields.NONE.with("title", request.title().text());
        if (request.explicitId().isPresent()) {
            fields = fields.with("case-id", request.explicitId().get().value());
        }
        return CommandRequest.of(openingKey(request), request.actor(), type(Action.OPEN))
                .with(fields);
    }

    static OperationKey openingKey(OpenRequest request) {
        return new OperationKey(PermitCommands.NAMESPACE, openingSubject(request.actor()), request.operationId());
    }

    public Command<PermitCase> submit(PermitRequest request) {
        return move(Action.SUBMIT, request);
    }

    public Command<PermitCase> startReview(PermitRequest request) {
        return move(Action.START_REVIEW, request);
    }

    public Command<PermitCase> requestChanges(PermitRequest request) {
        return move(Action.REQUEST_CHANGES, request);
    }

    public Command<PermitCase> resubmit(PermitRequest request) {
        return move(Action.RESUBMIT, request);
    }

    public Command<PermitCase> approve(PermitRequest request) {
        return move(Action.APPROVE, request);
    }

    public Command<PermitCase> reject(PermitRequest request) {
        return move(Action.REJECT, request);
    }

    public Command<PermitCase> withdraw(PermitRequest request) {
        return move(Action.WITHDRAW, request);
    }

    public Command<PermitCase> reopen(PermitRequest request) {
        return move(Action.REOPEN, request);
    }

    public Command<PermitCase> assignReviewer(PermitRequest request, ReviewerId reviewer) {
        return onCase(
                Action.ASSIGN_REVIEWER,
                request,
                Fields.NONE.with("reviewer", reviewer.value()),
                present -> PermitRules.assignReviewer(present, request.actor(), request.expected(), reviewer),
                json -> json.writeNumberProperty("reviewer", reviewer.value()));
    }

    public Command<PermitCase> removeReviewer(PermitRequest request, ReviewerId reviewer) {
        return onCase(
                Action.REMOVE_REVIEWER,
                request,
                Fields.NONE.with("reviewer", reviewer.value()),
                present -> PermitRules.removeReviewer(present, request.actor(), request.expected(), reviewer),
                json -> json.writeNumberProperty("reviewer", reviewer.value()));
    }

    /**
     * A new fee line.
     *
     * @param description 1 to 500 code points, with the same grammar as a reason
     * @param amountCents 1 to 10^12
     * @throws InvalidValue if one of them is outside its limits
     */
    public Command<PermitCase> addFee(PermitRequest request, String description, long amountCents) {
        // Only the case knows the line's number; what the caller gives is checked now.
        FeeLine checked = new FeeLine(1, description, amountCents);
        return onCase(
                Action.ADD_FEE,
                request,
                Fields.NONE.with("description", checked.description()).with("amount-cents", checked.amountCents()),
                present -> PermitRules.addFee(present, request.actor(), request.expected(), description, amountCents),
                PermitPlans::noDetails);
    }

    private Command<PermitCase> move(Action action, PermitRequest request) {
        return onCase(
                action,
                request,
                Fields.NONE,
                present -> PermitRules.move(present, action, request.actor(), request.expected()),
                PermitPlans::noDetails);
    }

    private Command<PermitCase> onCase(
            Action action,
            PermitRequest request,
            Fields fields,
            Function<PermitCase, Ruling> rule,
            Consumer<JsonGenerator> details) {
        Optional<Reason> reason = TransitionTable.of(action).reason().check(action, request.reason());
        Subject subject = request.caseId().subject();
        CommandRequest envelope = new CommandRequest(
                new OperationKey(PermitCommands.NAMESPACE, subject, request.operationId()),
                request.actor(),
                type(action),
                Optional.of(request.expected()),
                reason,
                fields);
        return Command.on(
                envelope,
                store,
                (present, at) ->
                        PermitAnswers.decision(rule.apply(present), action, request.actor(), reason, at, details),
                new CaseNotFound(request.caseId()));
    }

    private static void noDetails(JsonGenerator json) {
        // Most events tell nothing besides what all of them do.
    }

    private static TypeName type(Action action) {
        return new TypeName(PermitCommands.COMMAND_PREFIX + action.wireName(), COMMAND_VERSION);
    }

    /**
     * Whoever opens: the actor's id. One that could be read as the number of a case gets a slash in front, and so does what that gives, so
     * that an opening never shares a key with an operation on a case, nor with another actor's.
     */
    private static Subject openingSubject(Actor actor) {
        String id = actor.id();
        return new Subject(LIKE_A_CASE_NUMBER.matcher(id).matches() ? "/" + id : id);
    }
}
