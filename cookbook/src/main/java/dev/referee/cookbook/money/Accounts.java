package dev.referee.cookbook.money;

import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Moves money. Every method throws {@link AccountBusy} if an account could not be had in time, and whatever {@link Transactions#run} throws.
 * Safe for many threads.
 */
public final class Accounts {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final LockWait WAIT = LockWait.upTo(Duration.ofSeconds(5));

    private final Transactions transactions;
    private final AggregateStore<Account> store;

    public Accounts(Transactions transactions, AggregateStore<Account> store) {
        this.transactions = transactions;
        this.store = store;
    }

    public void open(AccountId id, long cents) {
        transactions.run(LIMIT, t -> {
            t.insert(store, Account.opened(id, cents));
            return id;
        });
    }

    public Optional<Account> find(AccountId id) {
        return transactions.run(LIMIT, t -> t.read(store, id.subject()));
    }

    // sample: withdraw
    /** Takes money from an account, if it holds as much. */
    public MoneyAnswer withdraw(AccountId id, Cents amount) {
        return transactions.run(
                LIMIT,
                t -> t.lock(store, id.subject(), WAIT)
                        .fold(account -> withdraw(t, account, amount), () -> new MoneyAnswer.NoSuchAccount(id), () -> {
                            throw new AccountBusy(id);
                        }));
    }

    private MoneyAnswer withdraw(Transaction t, Account account, Cents amount) {
        if (!account.covers(amount)) {
            return new MoneyAnswer.NotEnough(account.cents());
        }
        Account next = account.minus(amount);
        update(t, account, next);
        return new MoneyAnswer.Moved(next.cents());
    }
    // end

    // sample: transfer
    /** Moves money from one account to another. The two are locked in the order of their keys, whichever is the payer. */
    public MoneyAnswer transfer(AccountId from, AccountId to, Cents amount) {
        if (from.equals(to)) {
            throw new IllegalArgumentException("from and to must be two accounts, but are both " + from.number());
        }
        return transactions.run(LIMIT, t -> {
            SortedMap<Subject, LockAnswer<Account>> both =
                    t.lockAll(store, List.of(from.subject(), to.subject()), WAIT);
            Optional<Account> payer = locked(both, from);
            Optional<Account> payee = locked(both, to);
            if (payer.isEmpty() || payee.isEmpty()) {
                return new MoneyAnswer.NoSuchAccount(payer.isEmpty() ? from : to);
            }
            MoneyAnswer answer = withdraw(t, payer.get(), amount);
            if (answer instanceof MoneyAnswer.Moved) {
                update(t, payee.get(), payee.get().plus(amount));
            }
            return answer;
        });
    }

    /** Where an account was busy the answers end there, so that one may be missing. */
    private static Optional<Account> locked(SortedMap<Subject, LockAnswer<Account>> answers, AccountId id) {
        return answers.getOrDefault(id.subject(), new LockAnswer.Busy<>()).fold(Optional::of, Optional::empty, () -> {
            throw new AccountBusy(id);
        });
    }
    // end

    /** Under the lock nobody else can have changed the row; its revision is checked all the same, for a caller who forgets the lock. */
    private void update(Transaction t, Account before, Account next) {
        if (!t.update(store, before, next)) {
            throw new IllegalStateException("account " + before.id().number() + " was changed under its lock");
        }
    }
}
