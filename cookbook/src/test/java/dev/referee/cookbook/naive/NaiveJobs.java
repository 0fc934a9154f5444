package dev.referee.cookbook.naive;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;
import javax.sql.DataSource;

/** Takes the first job that is not done, does it, and notes that it is done. */
public final class NaiveJobs {

    /** Of each job, how often its effect was made. */
    public static final String TABLE = """
            CREATE TABLE naive_job (
              id    BIGINT NOT NULL PRIMARY KEY,
              queue BIGINT NOT NULL,
              done  INT    NOT NULL,
              times INT    NOT NULL)""";

    private final Naive naive;
    private final LongConsumer work;

    /** Does the work between reading and writing. */
    public NaiveJobs(DataSource dataSource, LongConsumer work) {
        this.naive = new Naive(dataSource);
        this.work = work;
    }

    public void add(long queue, long id) {
        naive.jdbc
                .sql("INSERT INTO naive_job (id, queue, done, times) VALUES (?, ?, 0, 0)")
                .params(id, queue)
                .update();
    }

    // sample: naive
    /** Returns the job that was done. */
    public Optional<Long> workOnNext(long queue) {
        List<Long> done = new ArrayList<>();
        boolean committed = naive.inTransaction(() -> {
            List<Long> next = naive.jdbc
                    .sql("SELECT id FROM naive_job WHERE queue = ? AND done = 0 ORDER BY id LIMIT 1")
                    .param(queue)
                    .query((row, number) -> row.getLong("id"))
                    .list();
            for (long id : next) {
                work.accept(id);
                naive.jdbc
                        .sql("UPDATE naive_job SET done = 1, times = times + 1 WHERE id = ?")
                        .param(id)
                        .update();
                done.add(id);
            }
        });
        return committed ? done.stream().findFirst() : Optional.empty();
    }
    // end
}
