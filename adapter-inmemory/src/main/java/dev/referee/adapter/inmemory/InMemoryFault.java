package dev.referee.adapter.inmemory;

/** The cause of a {@code StoreFailure}, in the place of a driver's exception: what the store found. */
final class InMemoryFault extends Exception {

    private static final long serialVersionUID = 1L;

    InMemoryFault(String message) {
        super(message);
    }
}
