package dev.referee.acceptance.broken;

import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.Collection;
import java.util.List;

/** Operations are stored by their id alone, without what it is scoped to: an id that another aggregate has used is taken. */
final class KeysWithoutScope extends Rekeyed {

    private static final Subject ALL = new Subject("all");

    @Override
    Collection<OperationKey> candidates(OperationKey asked) {
        return List.of(stored(asked));
    }

    @Override
    OperationKey stored(OperationKey key) {
        return new OperationKey(key.namespace(), ALL, key.operationId());
    }
}
