package dev.referee.cookbook.customer;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.application.lock.Fence;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;
import java.util.Optional;

// sample: sql
/** Where customers are kept in an SQL database. The fence is 0 until the first refresh. */
public final class SqlCustomers implements SqlAggregate<Customer> {

    public static final String TABLE = """
            CREATE TABLE customer (
              id       BIGINT        NOT NULL PRIMARY KEY,
              revision BIGINT        NOT NULL,
              profile  VARCHAR(2000) NOT NULL,
              fence    BIGINT        NOT NULL)""";

    private static final String SELECT = "SELECT id, revision, profile, fence FROM customer WHERE id = ?";
    private static final String INSERT = "INSERT INTO customer (id, revision, profile, fence) VALUES (?, ?, ?, ?)";

    /** Whoever else writes the profile, a script by hand included, has to pass the same condition on the fence. */
    private static final String UPDATE = """
            UPDATE customer SET revision = ?, profile = ?, fence = ? WHERE id = ? AND revision = ? AND fence <= ?""";

    @Override
    public Revision revisionOf(Customer customer) {
        return customer.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    @Override
    public Customer map(Row row, List<List<Row>> facts) {
        return new Customer(
                new CustomerId(row.number("id")),
                new Revision(row.number("revision")),
                row.text("profile"),
                Optional.of(row.number("fence")).filter(fence -> fence > 0).map(Fence::new));
    }

    @Override
    public List<Sql> insert(Customer customer) {
        return List.of(
                Sql.of(INSERT, customer.id().number(), customer.revision(), customer.profile(), fence(customer)));
    }

    @Override
    public List<Sql> update(Customer before, Customer next) {
        return List.of(Sql.of(
                UPDATE,
                next.revision(),
                next.profile(),
                fence(next),
                before.id().number(),
                before.revision(),
                fence(next)));
    }

    private static long fence(Customer customer) {
        return customer.fence().map(Fence::number).orElse(0L);
    }
}
// end
