package dev.referee.application.idempotency;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Namespace;

/**
 * What makes two requests the same action: compared byte for byte, so that case and every other difference counts.
 *
 * @param namespace the kind of action, or the tenant: 1 to 64 of a-z, 0-9, dot, hyphen
 * @param key 1 to 200 visible ASCII characters. Whoever knows a key could be shown its result: a key that a caller chooses belongs into a
 *     namespace, or behind a prefix, of that caller alone
 */
public record IdempotencyKey(Namespace namespace, String key) {

    /** The longest key. */
    public static final int MAX_LENGTH = 200;

    public IdempotencyKey {
        Check.visibleAscii("idempotency key", key, MAX_LENGTH);
    }

    public static IdempotencyKey of(String namespace, String key) {
        return new IdempotencyKey(new Namespace(namespace), key);
    }

    @Override
    public String toString() {
        return namespace.value() + "/" + key;
    }
}
