package dev.referee.cookbook.naive;

import java.util.UUID;
import javax.sql.DataSource;

/** Looks whether the address is free, and inserts. */
public final class NaiveSignUps {

    /** Without constraints: the code is trusted to look first. */
    public static final String TABLE = """
            CREATE TABLE naive_member (
              id     VARCHAR(36)  NOT NULL PRIMARY KEY,
              email  VARCHAR(254) NOT NULL,
              handle VARCHAR(30)  NOT NULL)""";

    /** So that the look is as quick as with the constraints that are missing. */
    public static final String EMAIL_INDEX = "CREATE INDEX naive_member_email ON naive_member (email)";

    /** As {@link #EMAIL_INDEX}. */
    public static final String HANDLE_INDEX = "CREATE INDEX naive_member_handle ON naive_member (handle)";

    private final Naive naive;
    private final Runnable afterRead;

    /** Runs {@code afterRead} between reading and writing. */
    public NaiveSignUps(DataSource dataSource, Runnable afterRead) {
        this.naive = new Naive(dataSource);
        this.afterRead = afterRead;
    }

    // sample: naive
    public boolean signUp(String email, String handle) {
        boolean[] welcome = new boolean[1];
        boolean committed = naive.inTransaction(() -> {
            long taken = naive.jdbc
                    .sql("SELECT COUNT(*) FROM naive_member WHERE email = ? OR handle = ?")
                    .params(email, handle)
                    .query(Long.class)
                    .single();
            afterRead.run();
            if (taken == 0) {
                naive.jdbc
                        .sql("INSERT INTO naive_member (id, email, handle) VALUES (?, ?, ?)")
                        .params(UUID.randomUUID().toString(), email, handle)
                        .update();
                welcome[0] = true;
            }
        });
        return committed && welcome[0];
    }
    // end
}
