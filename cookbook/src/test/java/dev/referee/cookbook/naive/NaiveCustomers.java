package dev.referee.cookbook.naive;

import java.util.function.LongFunction;
import javax.sql.DataSource;

/** Asks the directory and writes what it says. */
public final class NaiveCustomers {

    private final Naive naive;
    private final LongFunction<String> directory;

    /** Asks this directory. */
    public NaiveCustomers(DataSource dataSource, LongFunction<String> directory) {
        this.naive = new Naive(dataSource);
        this.directory = directory;
    }

    // sample: naive
    public void refresh(long id) {
        String profile = directory.apply(id); // takes seconds
        write(id, profile);
    }

    private void write(long id, String profile) {
        naive.jdbc
                .sql("UPDATE customer SET profile = ?, revision = revision + 1 WHERE id = ?")
                .params(profile, id)
                .update();
    }
    // end

    public String profile(long id) {
        return naive.jdbc
                .sql("SELECT profile FROM customer WHERE id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    /** As {@link #refresh}, telling which write to the row it was; 0 if the database refused. */
    public long refreshAndCount(long id) {
        String profile = directory.apply(id);
        long[] revision = new long[1];
        boolean committed = naive.inTransaction(() -> {
            write(id, profile);
            revision[0] = naive.jdbc
                    .sql("SELECT revision FROM customer WHERE id = ?")
                    .param(id)
                    .query(Long.class)
                    .single();
        });
        return committed ? revision[0] : 0;
    }
}
