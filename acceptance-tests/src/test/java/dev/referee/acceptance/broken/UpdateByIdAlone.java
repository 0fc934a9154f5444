package dev.referee.acceptance.broken;

import dev.referee.acceptance.account.Account;
import dev.referee.application.port.AggregateStore;
import java.util.Optional;

/** An update of an account names its id and not the revision that was seen: it always finds its row, and the last writer wins. */
final class UpdateByIdAlone extends Fault {

    @Override
    <S> boolean update(Transaction transaction, AggregateStore<S> store, S before, S next) {
        Optional<S> present =
                before instanceof Account account ? transaction.unit().read(store, account.id()) : Optional.of(before);
        return present.isPresent() && super.update(transaction, store, present.get(), next);
    }
}
