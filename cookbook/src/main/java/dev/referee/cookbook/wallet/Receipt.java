package dev.referee.cookbook.wallet;

import dev.referee.application.command.Fields;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.domain.command.TypeName;
import java.util.LinkedHashMap;
import java.util.Map;

// sample: receipt
/**
 * The proof that an operation took effect, written with the effect or not at all.
 *
 * @param operation the operation's key in 64 characters that every column compares alike, whatever its collation
 * @param digest of what was asked for
 * @param result what everyone is told who asks for it
 */
public record Receipt(String operation, ActionDigest digest, ActionResult result) {

    /** What it means that the operation has its receipt already. */
    public static final String HAS_TAKEN_EFFECT = "has-taken-effect";

    private static final TypeName OPERATION = new TypeName("operation", 1);

    public static Receipt of(Payment payment, Wallet after) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("payment", payment.id());
        result.put("wallet", after.id().number());
        result.put("credited", payment.cents());
        result.put("balance", after.cents());
        return new Receipt(nameOf(payment.key()), payment.digest(), ActionResult.of(result));
    }

    private static String nameOf(IdempotencyKey key) {
        Fields fields = Fields.NONE.with("namespace", key.namespace().value()).with("key", key.key());
        return ActionDigest.of(OPERATION, fields).hex();
    }
}
// end
