package dev.referee.cookbook.naive;

import javax.sql.DataSource;

/** Reads the balance, decides, and writes the new one. */
public final class NaiveAccounts {

    private final Naive naive;
    private final Runnable afterRead;

    /** Runs {@code afterRead} between reading and writing. */
    public NaiveAccounts(DataSource dataSource, Runnable afterRead) {
        this.naive = new Naive(dataSource);
        this.afterRead = afterRead;
    }

    // sample: naive
    /** Returns whether the money may be paid out. */
    public boolean withdraw(long id, long amount) {
        boolean[] paid = new boolean[1];
        boolean committed = naive.inTransaction(() -> {
            long balance = naive.jdbc
                    .sql("SELECT cents FROM bank_account WHERE id = ?")
                    .param(id)
                    .query(Long.class)
                    .single();
            afterRead.run();
            if (amount <= balance) {
                naive.jdbc
                        .sql("UPDATE bank_account SET cents = ? WHERE id = ?")
                        .params(balance - amount, id)
                        .update();
                paid[0] = true;
            }
        });
        return committed && paid[0];
    }
    // end
}
