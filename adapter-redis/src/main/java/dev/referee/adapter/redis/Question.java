package dev.referee.adapter.redis;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One question to a node, from the moment that it was put: it knows whether it was handed to a connection. */
final class Question {

    private final Node node;
    private final long deadlineNanos;
    private volatile Optional<Link> link = Optional.empty();
    private volatile long sentNanos;

    Question(Node node, long deadlineNanos) {
        this.node = node;
        this.deadlineNanos = deadlineNanos;
    }

    Link sent(Link over) {
        if (System.nanoTime() - deadlineNanos > 0) {
            throw new CompletionException(new TimeoutException("no connection in time"));
        }
        sentNanos = System.nanoTime();
        link = Optional.of(over);
        return over;
    }

    Reply answer(@Nullable Reply reply, @Nullable Throwable failure) {
        if (reply != null) {
            return reply;
        }
        Throwable cause = cause(failure);
        link.filter(over -> isOver(cause, over)).ifPresent(Link::close);
        throw Trouble.of(node, cause, link.isPresent());
    }

    /** A connection on which nothing at all came back is given up: the peer may be gone without a word. One that is only slow is kept. */
    private boolean isOver(Throwable cause, Link over) {
        return cause instanceof TimeoutException ? !over.heardSince(sentNanos) : Trouble.endsConnection(cause);
    }

    private static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure == null ? new IllegalStateException("neither reply nor failure") : failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
