package dev.referee.acceptance.broken;

/**
 * A failure is forgotten once it was told: whoever swallows it goes on in a transaction that the server has begun anew, and the commit
 * stores the later half alone. MySQL and MariaDB do so to the victim of a deadlock.
 */
final class CommitAfterFailure extends Fault {

    @Override
    void failed(Transaction transaction) {
        transaction.renew();
    }
}
