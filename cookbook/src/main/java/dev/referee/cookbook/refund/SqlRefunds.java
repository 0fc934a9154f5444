package dev.referee.cookbook.refund;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

// sample: sql
/** Where refunds are kept in an SQL database: one row for each, and none for the payment. To be read and written, not locked. */
public final class SqlRefunds implements SqlAggregate<Refunds> {

    public static final String TABLE = """
            CREATE TABLE refund (
              payment_id BIGINT NOT NULL,
              number     BIGINT NOT NULL,
              cents      BIGINT NOT NULL,
              PRIMARY KEY (payment_id, number))""";

    private static final String SELECT = """
            SELECT payment_id, COUNT(*) AS refunds, SUM(cents) AS cents FROM refund WHERE payment_id = ?
             GROUP BY payment_id""";
    private static final String INSERT = "INSERT INTO refund (payment_id, number, cents) VALUES (?, ?, ?)";

    @Override
    public Revision revisionOf(Refunds refunds) {
        return refunds.revision();
    }

    @Override
    public Sql select(Subject payment) {
        return Sql.of(SELECT, Long.parseLong(payment.value()));
    }

    @Override
    public Refunds map(Row row, List<List<Row>> facts) {
        return new Refunds(
                new PaymentId(row.number("payment_id")), new Revision(row.number("refunds")), row.number("cents"));
    }

    @Override
    public List<Sql> insert(Refunds first) {
        return update(Refunds.none(first.payment()), first);
    }

    /** The number is the refund's place; a second with the same is refused by the key. */
    @Override
    public List<Sql> update(Refunds before, Refunds next) {
        return List.of(Sql.of(INSERT, next.payment().number(), next.revision(), next.cents() - before.cents()));
    }
}
// end
