package dev.referee.cookbook.naive;

import javax.sql.DataSource;

/** Reads the total, adds a line, and writes the new total. */
public final class NaiveOrders {

    private final Naive naive;
    private final Runnable afterRead;

    /** Runs {@code afterRead} between reading and writing. */
    public NaiveOrders(DataSource dataSource, Runnable afterRead) {
        this.naive = new Naive(dataSource);
        this.afterRead = afterRead;
    }

    /** As {@link #add}, in the other order: the line first, then the total. */
    public boolean addLineFirst(long order, int line, String article, long cents) {
        return naive.inTransaction(() -> {
            insert(order, line, article, cents);
            long total = total(order);
            afterRead.run();
            write(order, total + cents);
        });
    }

    private long total(long order) {
        return naive.jdbc
                .sql("SELECT total_cents FROM purchase_order WHERE id = ?")
                .param(order)
                .query(Long.class)
                .single();
    }

    private void write(long order, long total) {
        naive.jdbc
                .sql("UPDATE purchase_order SET total_cents = ? WHERE id = ?")
                .params(total, order)
                .update();
    }

    private void insert(long order, int line, String article, long cents) {
        naive.jdbc
                .sql("INSERT INTO order_line (order_id, line, article, cents) VALUES (?, ?, ?, ?)")
                .params(order, line, article, cents)
                .update();
    }

    // sample: naive
    /** Adds a line with a number that nobody else uses. */
    public boolean add(long order, int line, String article, long cents) {
        return naive.inTransaction(() -> {
            long total = total(order); // SELECT total_cents FROM purchase_order WHERE id = ?
            afterRead.run();
            write(order, total + cents); // UPDATE purchase_order SET total_cents = ? WHERE id = ?
            insert(order, line, article, cents); // INSERT INTO order_line ...
        });
    }
    // end
}
