package dev.referee.cookbook.naive;

import javax.sql.DataSource;

/** Adds up the refunds, decides, and inserts another one. */
public final class NaiveRefunds {

    private final Naive naive;
    private final Runnable afterRead;

    /** Runs {@code afterRead} between reading and writing. */
    public NaiveRefunds(DataSource dataSource, Runnable afterRead) {
        this.naive = new Naive(dataSource);
        this.afterRead = afterRead;
    }

    // sample: naive
    /** Returns whether the refund may be paid out. */
    public boolean refund(long payment, long paidCents, long refundNumber, long cents) {
        boolean[] noted = new boolean[1];
        boolean committed = naive.inTransaction(() -> {
            long refunded = naive.jdbc
                    .sql("SELECT COALESCE(SUM(cents), 0) FROM refund WHERE payment_id = ?")
                    .param(payment)
                    .query(Long.class)
                    .single();
            afterRead.run();
            if (refunded + cents <= paidCents) {
                naive.jdbc
                        .sql("INSERT INTO refund (payment_id, number, cents) VALUES (?, ?, ?)")
                        .params(payment, refundNumber, cents)
                        .update();
                noted[0] = true;
            }
        });
        return committed && noted[0];
    }
    // end
}
