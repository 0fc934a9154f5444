package dev.referee.cookbook.customer;

/** Thrown when others held a customer's row for all the time that was to be waited. Nothing was written; asking again later is safe. */
public final class CustomerBusy extends RuntimeException {

    private static final long serialVersionUID = 1L;

    CustomerBusy(CustomerId customer) {
        super("customer " + customer.number() + " is busy");
    }
}
