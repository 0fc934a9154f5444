package dev.referee.cookbook.customer;

import dev.referee.application.lock.Fence;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.Revision;
import java.util.Optional;

// sample: model
/**
 * A customer, as far as the directory has told.
 *
 * @param profile 1 to 500 code points
 * @param fence of the lease under which it was refreshed last; empty if it never was
 */
public record Customer(CustomerId id, Revision revision, String profile, Optional<Fence> fence) {

    public Customer {
        Check.text("profile", profile, 500);
    }

    public static Customer unknown(CustomerId id) {
        return new Customer(id, Revision.FIRST, "unknown", Optional.empty());
    }

    /** The customer with a new profile; empty if somebody who got the lease later has written before. */
    public Optional<Customer> refreshed(String newProfile, Fence under) {
        return fence.isPresent() && fence.get().compareTo(under) > 0
                ? Optional.empty()
                : Optional.of(new Customer(id, revision.next(), newProfile, Optional.of(under)));
    }
}
// end
