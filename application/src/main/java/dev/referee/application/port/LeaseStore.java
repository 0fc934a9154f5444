package dev.referee.application.port;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Token;
import java.util.List;

/**
 * Where leases are kept. Each call is one atomic step by the store's own clock, in a transaction of its own where the store has transactions,
 * and is safe to repeat with the same token when its reply was lost. Safe for many threads. {@code Leases} gives them to users.
 *
 * <p>Every method throws {@link StoreFailure} if the store failed: then nothing is known about the lease but what was known before, and an
 * acquisition may or may not have taken place. Called while the thread holds a transaction on the same store: {@link
 * TransactionAlreadyActive}.
 */
public interface LeaseStore {

    /** What the store gives; {@link Feature#DURABLE_FENCES} says whether its fence numbers could ever restart. */
    Capabilities capabilities();

    /**
     * Takes the lease if nobody has it or its time is over. With the token of its present holder: gives it again, with the same fence, and
     * with this time from now.
     *
     * @param holder who asks, for people who look at {@link #holders}: 1 to 200 code points; it decides nothing
     */
    LeaseAnswer acquire(LockName name, Token token, String holder, LeaseTime time);

    /**
     * Gives the holder this time from now, more or less than it had.
     *
     * @return false if the token is not the present holder's, or its time is over; then nothing is changed
     */
    boolean renew(LockName name, Token token, LeaseTime time);

    /**
     * Ends the lease now. Its fence is kept.
     *
     * @return false if the token is not the present holder's, or its time is over; then nothing is changed
     */
    boolean release(LockName name, Token token);

    /** The leases that are held now, in the order of their names, at most so many (1 to 10,000). */
    List<LeaseHolder> holders(int limit);
}
