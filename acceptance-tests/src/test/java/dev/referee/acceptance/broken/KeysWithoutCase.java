package dev.referee.acceptance.broken;

import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** Keys of operations compare without regard to case, as text columns of MySQL and MariaDB do unless told otherwise. */
final class KeysWithoutCase extends Rekeyed {

    @Override
    Collection<OperationKey> candidates(OperationKey asked) {
        return List.of(stored(asked));
    }

    @Override
    OperationKey stored(OperationKey key) {
        return new OperationKey(
                key.namespace(),
                new Subject(key.subject().value().toLowerCase(Locale.ROOT)),
                new OperationId(key.operationId().value().toLowerCase(Locale.ROOT)));
    }
}
