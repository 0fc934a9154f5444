package dev.referee.acceptance.broken;

/** A name is given back by a commit; after a rollback it stays on the connection, which goes back to the pool with it. */
final class NamesLeftOnConnection extends OwnNames {

    @Override
    void closed(Transaction transaction) {
        // The fault.
    }
}
