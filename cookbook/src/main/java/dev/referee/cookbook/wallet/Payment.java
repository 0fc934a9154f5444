package dev.referee.cookbook.wallet;

import dev.referee.application.command.Fields;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.TypeName;

// sample: payment
/**
 * A payment that the provider tells of, as often as it likes.
 *
 * @param id the provider's own name of it: 1 to 200 visible ASCII characters
 * @param cents 1 to 10^12
 */
public record Payment(String id, WalletId wallet, long cents) {

    private static final TypeName CREDIT = new TypeName("credit-payment", 1);

    public Payment {
        Check.visibleAscii("payment", id, IdempotencyKey.MAX_LENGTH);
        Check.range("amount in cents", cents, 1, 1_000_000_000_000L);
    }

    /** The operation: the same one whoever runs it, and whenever. */
    public IdempotencyKey key() {
        return IdempotencyKey.of("payment", id);
    }

    /** What is asked for under the key. */
    public ActionDigest digest() {
        return ActionDigest.of(
                CREDIT, Fields.NONE.with("wallet", wallet.number()).with("cents", cents));
    }
}
// end
