package dev.referee.desk.documents;

import dev.referee.application.lock.Transactions;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Actor;
import dev.referee.domain.permit.CaseId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** In the table desk_document. Its SQL takes part in transactions of the library's, which run again what failed for a passing reason. */
final class SqlDocuments implements Documents {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final String COLUMNS =
            "id, case_id, name, media_type, size_bytes, sha256, uploaded_by_role, uploaded_by_id, uploaded_at";

    private final JdbcTemplate sql;
    private final Transactions transactions;

    SqlDocuments(DataSource dataSource, Transactions transactions) {
        this.sql = new JdbcTemplate(dataSource);
        this.transactions = transactions.retrying(RetryPolicy.DEFAULT);
    }

    @Override
    public Optional<Document> add(Document document, byte[] content) {
        return inTransaction(() -> {
            Optional<Document> there =
                    select("WHERE id = ?", document.id()).stream().findFirst();
            if (there.isPresent()) {
                return there.filter(document::isSameAs);
            }
            sql.update(
                    "INSERT INTO desk_document (" + COLUMNS + ", content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    document.id(),
                    document.caseId().value(),
                    document.name(),
                    document.mediaType(),
                    document.size(),
                    document.sha256(),
                    document.uploadedBy().role(),
                    document.uploadedBy().id(),
                    ChronoUnit.MICROS.between(Instant.EPOCH, document.uploadedAt()),
                    content);
            return Optional.of(document);
        });
    }

    @Override
    public List<Document> of(CaseId caseId) {
        return inTransaction(() -> select("WHERE case_id = ? ORDER BY uploaded_at, id", caseId.value()));
    }

    @Override
    public Optional<Document> find(CaseId caseId, String id) {
        return inTransaction(() -> select("WHERE case_id = ? AND id = ?", caseId.value(), id).stream()
                .findFirst());
    }

    @Override
    public byte[] content(Document document) {
        return inTransaction(() -> sql.query(
                        "SELECT content FROM desk_document WHERE id = ?",
                        (row, number) -> row.getBytes(1),
                        document.id())
                .get(0));
    }

    private <R> R inTransaction(Supplier<R> work) {
        return transactions.run(LIMIT, transaction -> work.get());
    }

    private List<Document> select(String where, Object... values) {
        return sql.query("SELECT " + COLUMNS + " FROM desk_document " + where, (row, number) -> document(row), values);
    }

    private static Document document(ResultSet row) throws SQLException {
        return new Document(
                row.getString("id"),
                new CaseId(row.getLong("case_id")),
                row.getString("name"),
                row.getString("media_type"),
                row.getLong("size_bytes"),
                row.getString("sha256"),
                new Actor(row.getString("uploaded_by_role"), row.getString("uploaded_by_id")),
                Instant.EPOCH.plus(row.getLong("uploaded_at"), ChronoUnit.MICROS));
    }
}
