package dev.referee.acceptance.broken;

import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** No constraint keeps operations unique: any number of rows may have the same key. Here each gets a number that makes it another one. */
final class NoUniqueConstraint extends Rekeyed {

    private final Map<OperationKey, Integer> rows = new ConcurrentHashMap<>();

    @Override
    Collection<OperationKey> candidates(OperationKey asked) {
        return IntStream.rangeClosed(1, rows.getOrDefault(asked, 0))
                .mapToObj(number -> numbered(asked, number))
                .toList();
    }

    @Override
    OperationKey stored(OperationKey key) {
        return numbered(key, rows.merge(key, 1, Integer::sum));
    }

    private static OperationKey numbered(OperationKey key, int number) {
        return new OperationKey(key.namespace(), key.subject(), new OperationId(key.operationId() + "#" + number));
    }
}
