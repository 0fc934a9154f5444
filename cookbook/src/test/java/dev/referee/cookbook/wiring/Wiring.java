package dev.referee.cookbook.wiring;

// sample: wiring
import dev.referee.adapter.h2.H2Adapter;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.cookbook.money.AccountId;
import dev.referee.cookbook.money.Accounts;
import dev.referee.cookbook.money.Cents;
import dev.referee.cookbook.money.SqlAccounts;
import java.time.Duration;
import javax.sql.DataSource;

final class Wiring {

    /** Puts the recipe together, uses it, and takes a lock on a name; the recipe's own table is there. */
    static boolean use(DataSource dataSource) {
        Adapter adapter = H2Adapter.on(dataSource).open(); // once; makes the library's own tables
        Transactions transactions = Transactions.over(adapter).retrying(RetryPolicy.DEFAULT);
        Accounts accounts = new Accounts(transactions, new SqlAccounts()); // the recipe, and where its rows are

        accounts.open(new AccountId(62), 100);
        accounts.withdraw(new AccountId(62), new Cents(30));
        return transactions.run(Duration.ofSeconds(5), t -> t.tryLock(new LockName("report/2026-11")));
    }
    // end

    private Wiring() {}
}
