package dev.referee.cookbook.article;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

// sample: sql
/** Where articles are kept in an SQL database. */
public final class SqlArticles implements SqlAggregate<Article> {

    public static final String TABLE = """
            CREATE TABLE article (
              id       BIGINT         NOT NULL PRIMARY KEY,
              revision BIGINT         NOT NULL,
              body     VARCHAR(10000) NOT NULL)""";

    private static final String SELECT = "SELECT id, revision, body FROM article WHERE id = ?";
    private static final String INSERT = "INSERT INTO article (id, revision, body) VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE article SET revision = ?, body = ? WHERE id = ? AND revision = ?";

    @Override
    public Revision revisionOf(Article article) {
        return article.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    @Override
    public Article map(Row row, List<List<Row>> facts) {
        return new Article(new ArticleId(row.number("id")), new Revision(row.number("revision")), row.text("body"));
    }

    @Override
    public List<Sql> insert(Article article) {
        return List.of(Sql.of(INSERT, article.id().number(), article.revision(), article.text()));
    }

    @Override
    public List<Sql> update(Article before, Article next) {
        return List.of(Sql.of(UPDATE, next.revision(), next.text(), before.id().number(), before.revision()));
    }
}
// end
