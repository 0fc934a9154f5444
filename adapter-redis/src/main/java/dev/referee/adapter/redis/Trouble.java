package dev.referee.adapter.redis;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;
import java.util.concurrent.CancellationException;

/** What went wrong with one question to one node. */
final class Trouble extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final FailureKind kind;
    private final boolean mayHaveHappened;

    private Trouble(FailureKind kind, boolean mayHaveHappened, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.mayHaveHappened = mayHaveHappened;
    }

    /** @param sent whether the command was handed to a connection: from then on it may have been executed, unless the server says otherwise */
    static Trouble of(Node node, Throwable cause, boolean sent) {
        if (cause instanceof UnsupportedRedis) {
            return new Trouble(FailureKind.REJECTED, false, String.valueOf(cause.getMessage()), cause);
        }
        if (cause instanceof Link.CameTooLate
                || cause instanceof RedisBusyException
                || cause instanceof RedisLoadingException) {
            return new Trouble(FailureKind.UNAVAILABLE, false, node.address() + " does not answer in time", cause);
        }
        if (cause instanceof RedisReadOnlyException) {
            return new Trouble(FailureKind.CONNECTION_LOST, false, node.address() + " takes no writes", cause);
        }
        if (cause instanceof RedisCommandExecutionException) {
            return new Trouble(FailureKind.REJECTED, false, node.address() + " refuses", cause);
        }
        return sent
                ? new Trouble(FailureKind.CONNECTION_LOST, true, "no reply from " + node.address(), cause)
                : new Trouble(FailureKind.UNAVAILABLE, false, "no connection to " + node.address(), cause);
    }

    /** Whether a connection on which this came is of no further use. */
    static boolean endsConnection(Throwable cause) {
        return cause instanceof RedisReadOnlyException
                || !(cause instanceof RedisCommandExecutionException
                        || cause instanceof Link.CameTooLate
                        || cause instanceof CancellationException);
    }

    FailureKind kind() {
        return kind;
    }

    /** Whether the command may have taken effect, or may still until its deadline. */
    boolean mayHaveHappened() {
        return mayHaveHappened;
    }

    StoreFailure toStoreFailure() {
        return new StoreFailure(
                kind,
                mayHaveHappened ? Phase.COMMIT : kind == FailureKind.UNAVAILABLE ? Phase.BEGIN : Phase.LOCK,
                mayHaveHappened,
                String.valueOf(getMessage()),
                this);
    }
}
