package dev.referee.cookbook.customer;

/** The service that knows the customers. It is slow, and each call costs. */
@FunctionalInterface
public interface Directory {

    String profileOf(CustomerId customer);
}
