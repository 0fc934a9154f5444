package dev.referee.cookbook.naive;

import javax.sql.DataSource;

/** Saves what the editor sends over whatever is there. */
public final class NaiveArticles {

    private final Naive naive;

    public NaiveArticles(DataSource dataSource) {
        this.naive = new Naive(dataSource);
    }

    public String open(long id) {
        return naive.jdbc
                .sql("SELECT body FROM article WHERE id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    // sample: naive
    public boolean save(long id, String text) {
        return naive.inTransaction(() -> naive.jdbc
                .sql("UPDATE article SET body = ? WHERE id = ?")
                .params(text, id)
                .update());
    }
    // end
}
