package dev.referee.application.lock;

import dev.referee.application.lock.Moment.TimeSource;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LeaseAnswer;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.StoreFailure;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Asks a store with one token, and repeats what may have been done although its reply was lost: with the same token that is harmless. Without
 * a pause, for the store picks up a lost connection or a deadlock at once or not at all.
 */
record LeaseCalls(LeaseStore store, TimeSource clock, LockName name, Token token) {

    private static final int ATTEMPTS = 3;

    /** An answer, and when the request that it answers was sent, at the latest. */
    record Acquired(LeaseAnswer answer, Moment sentAt) {}

    Acquired acquire(String holder, LeaseTime time) {
        Moment first = Moment.now(clock);
        return repeated(
                () -> {
                    Moment sentAt = Moment.now(clock);
                    return new Acquired(store.acquire(name, token, holder, time), sentAt);
                },
                () -> first.elapsed().compareTo(time.value()) < 0);
    }

    /** The answer to a renewal, and when the request that it answers was sent. */
    record Renewed(boolean answer, Moment sentAt) {}

    Renewed renew(LeaseTime time, BooleanSupplier stillInTime) {
        return repeated(
                () -> {
                    Moment sentAt = Moment.now(clock);
                    return new Renewed(store.renew(name, token, time), sentAt);
                },
                stillInTime);
    }

    /** @param failed is run when a request may have been served although it failed */
    boolean release(Runnable failed, BooleanSupplier stillInTime) {
        return repeated(
                () -> {
                    try {
                        return store.release(name, token);
                    } catch (StoreFailure e) {
                        failed.run();
                        throw e;
                    }
                },
                stillInTime);
    }

    /** Whether the store may have done what it was asked, here or at an earlier attempt. */
    static boolean isInDoubt(Throwable failure) {
        boolean inDoubt = failure instanceof StoreFailure own
                && (own.outcomeUnknown() || own.kind() == FailureKind.CONNECTION_LOST);
        return inDoubt || Stream.of(failure.getSuppressed()).anyMatch(LeaseCalls::isInDoubt);
    }

    /** Who was interrupted would be so at once again. */
    private static boolean isWorthRepeating(StoreFailure failure) {
        return (failure.kind().isPassing() || failure.outcomeUnknown())
                && !Thread.currentThread().isInterrupted();
    }

    private static <R> R repeated(Supplier<R> call, BooleanSupplier stillInTime) {
        StoreFailure failure;
        int attempt = 1;
        try {
            return call.get();
        } catch (StoreFailure e) {
            failure = e;
        }
        while (attempt < ATTEMPTS && isWorthRepeating(failure) && stillInTime.getAsBoolean()) {
            attempt++;
            try {
                return call.get();
            } catch (StoreFailure e) {
                e.addSuppressed(failure);
                failure = e;
            }
        }
        throw failure;
    }
}
