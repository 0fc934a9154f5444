package dev.referee.application.permit;

import dev.referee.application.command.Command;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.StoreUnavailable;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.PermitRefusal;
import dev.referee.domain.permit.PermitRefusal.IllegalTransition;
import dev.referee.domain.permit.ReviewerId;
import java.util.Optional;

/**
 * What can be done to permit cases. An applied or replayed command answers with a {@link Receipt}; a refused one with a {@link
 * PermitRefusal}, or one of the engine's. Safe for many threads.
 *
 * <p>Each method throws {@link InvalidValue} if a reason is missing or one too many, and what {@link CommandEngine} throws when
 * the world is broken.
 */
public final class PermitCommands {

    /** The namespace of all operations on permit cases. */
    public static final Namespace NAMESPACE = new Namespace("permit");

    static final String COMMAND_PREFIX = "permit.";

    /** As many numbers are tried as a node may hold in stock while explicit ones are taken from among them. */
    private static final int MAX_DRAWS = 100;

    private final CommandEngine engine;
    private final PermitPlans plans;

    private PermitCommands(CommandEngine engine, PermitPlans plans) {
        this.engine = engine;
        this.plans = plans;
    }

    /** The use cases over an engine and the stores of its adapter. */
    public static PermitCommands over(CommandEngine engine, AggregateStore<PermitCase> permitCases, CaseIds caseIds) {
        return new PermitCommands(engine, new PermitPlans(permitCases, caseIds));
    }

    /** The same commands as values, to be handled in a list or in a transaction of the embedding service. */
    public PermitPlans plans() {
        return plans;
    }

    /** The action that a command or an audit row of this namespace is about, by the command's name; empty if it is none. */
    public static Optional<Action> actionOf(String commandName) {
        return commandName.startsWith(COMMAND_PREFIX)
                ? Action.ofWireName(commandName.substring(COMMAND_PREFIX.length()))
                : Optional.empty();
    }

    /**
     * Opens a case. An explicit number that is in use is refused as an illegal transition; without one, the next free number is taken.
     *
     * @throws StoreUnavailable if no number can be drawn or reserved; nothing was written
     * @throws IllegalStateException if 100 numbers drawn in a row were in use
     */
    public Outcome open(OpenRequest request) {
        for (int draw = 1; draw <= MAX_DRAWS; draw++) {
            Outcome outcome = openOnce(request);
            if (request.explicitId().isPresent() || !isNumberInUse(outcome)) {
                return outcome;
            }
        }
        throw new IllegalStateException("the case numbers that were drawn are in use, " + MAX_DRAWS + " in a row");
    }

    /** Looks for a replay before the store gives a number, since to give one is to write. */
    private Outcome openOnce(OpenRequest request) {
        Optional<Command<PermitCase>> fromStock = plans.openFromStock(request);
        if (fromStock.isPresent()) {
            return engine.execute(fromStock.get());
        }
        Outcome withoutNumber = engine.execute(plans.openWithoutNumber(request));
        return withoutNumber.equals(new Outcome.Refused(PermitPlans.NUMBER_NEEDED))
                ? engine.execute(numbered(request))
                : withoutNumber;
    }

    private Command<PermitCase> numbered(OpenRequest request) {
        try {
            return plans.open(request);
        } catch (StoreFailure e) {
            if (e.kind() == FailureKind.REJECTED) {
                throw e;
            }
            throw new StoreUnavailable(PermitPlans.openingKey(request), e);
        }
    }

    private static boolean isNumberInUse(Outcome outcome) {
        return outcome.fold(
                applied -> false, replayed -> false, refused -> refused.refusal() instanceof IllegalTransition);
    }

    public Outcome submit(PermitRequest request) {
        return engine.execute(plans.submit(request));
    }

    public Outcome startReview(PermitRequest request) {
        return engine.execute(plans.startReview(request));
    }

    public Outcome requestChanges(PermitRequest request) {
        return engine.execute(plans.requestChanges(request));
    }

    public Outcome resubmit(PermitRequest request) {
        return engine.execute(plans.resubmit(request));
    }

    public Outcome approve(PermitRequest request) {
        return engine.execute(plans.approve(request));
    }

    public Outcome reject(PermitRequest request) {
        return engine.execute(plans.reject(request));
    }

    public Outcome withdraw(PermitRequest request) {
        return engine.execute(plans.withdraw(request));
    }

    public Outcome reopen(PermitRequest request) {
        return engine.execute(plans.reopen(request));
    }

    /** Assigns a reviewer; refused as an illegal transition if the reviewer is assigned already. */
    public Outcome assignReviewer(PermitRequest request, ReviewerId reviewer) {
        return engine.execute(plans.assignReviewer(request, reviewer));
    }

    /** Removes a reviewer; refused as an illegal transition if the reviewer is not assigned. */
    public Outcome removeReviewer(PermitRequest request, ReviewerId reviewer) {
        return engine.execute(plans.removeReviewer(request, reviewer));
    }

    /**
     * Adds a fee line.
     *
     * @param description 1 to 500 code points, with the same grammar as a reason
     * @param amountCents 1 to 10^12
     */
    public Outcome addFee(PermitRequest request, String description, long amountCents) {
        return engine.execute(plans.addFee(request, description, amountCents));
    }
}
