package dev.referee.cookbook.customer;

import dev.referee.application.lock.LockName;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of a customer, 1 or more. */
public record CustomerId(long number) {

    public CustomerId {
        Check.range("customer", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }

    /** What is leased while the customer is refreshed. */
    public LockName leaseName() {
        return new LockName("customer/" + number);
    }
}
