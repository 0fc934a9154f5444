package dev.referee.docs;

import dev.referee.application.command.Fields;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.TypeName;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** ProviderRefunds by a payment provider, each once however often it is asked for. */
final class ProviderRefunds {

    static final Refusal NOT_AUTHORIZED = Refusal.of("not-authorized", "Only clerks refund.");

    /** Whom the money comes from: it is outside, and no transaction of ours reaches it. */
    interface Provider {

        String refund(String order, long cents) throws ProviderAway;
    }

    static final class ProviderAway extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** The service's own orders. */
    interface Orders {

        Revision revisionOf(String order);
    }

    private final IdempotentActions actions;
    private final Orders orders;
    private final Provider provider;

    ProviderRefunds(IdempotencyStore store, Orders orders, Provider provider) {
        this.orders = orders;
        this.provider = provider;
        // sample: build
        this.actions = IdempotentActions.over(store)
                .timeToLive(Duration.ofDays(1)) // longer than a refund ever takes, and than callers repeat it
                .waitUpTo(Duration.ofSeconds(2))
                .build();
        // end
    }

    private static Optional<Refusal> mayRefund(Actor who) {
        return who.role().equals("clerk") ? Optional.empty() : Optional.of(NOT_AUTHORIZED);
    }

    String refund(Actor clerk, String requestId, String order, Revision seen, long cents) throws ProviderAway {
        // sample: run
        Action refund = Action.of(
                        IdempotencyKey.of("refund", clerk.id() + "/" + requestId), // one clerk's key is not another's
                        ActionDigest.of(
                                new TypeName("refund", 1),
                                Fields.NONE.with("order", order).with("cents", cents)))
                .authorisedBy(() -> mayRefund(clerk))
                .expecting(seen, () -> orders.revisionOf(order));

        ActionAnswer answer = actions.run(refund, () -> ActionResult.of(Map.of("id", provider.refund(order, cents))));
        return answer.fold(
                ran -> "200 " + ran.result().text(),
                replayed -> "200 " + replayed.result().text() + " (again)",
                pending -> "409, ask again later: it is being done",
                mismatch -> "422, that request id stood for another refund",
                refused -> "refused: " + refused.refusal().code());
        // end
    }
}
