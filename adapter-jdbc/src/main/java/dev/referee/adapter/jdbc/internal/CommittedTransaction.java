package dev.referee.adapter.jdbc.internal;

import java.lang.StackWalker.Option;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionSynchronizationUtils;

/**
 * Tells whether the thread's transaction has been committed already and its {@code afterCommit} callbacks are being run. Spring still calls it
 * active then, and nothing that is written is committed by anybody. No state tells it; but the callback, which is one of the transaction's own,
 * is on the stack.
 */
final class CommittedTransaction {

    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private CommittedTransaction() {}

    static boolean isThreads() {
        List<TransactionSynchronization> callbacks = TransactionSynchronizationManager.getSynchronizations();
        return !callbacks.isEmpty() && STACK.walk(frames -> isCalledBack(callbacks, frames));
    }

    /** A transaction that such a callback has begun has callbacks of its own. */
    private static boolean isCalledBack(
            List<TransactionSynchronization> callbacks, Stream<StackWalker.StackFrame> innermostFirst) {
        Iterator<StackWalker.StackFrame> frames = innermostFirst.iterator();
        Class<?> called = CommittedTransaction.class;
        while (frames.hasNext()) {
            StackWalker.StackFrame caller = frames.next();
            if (caller.getDeclaringClass() == TransactionSynchronizationUtils.class
                    && caller.getMethodName().equals("invokeAfterCommit")
                    && callbacks.stream().anyMatch(called::isInstance)) {
                return true;
            }
            called = caller.getDeclaringClass();
        }
        return false;
    }
}
