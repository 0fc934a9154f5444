package dev.referee.cookbook.order;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.List;

// sample: sql
/** Where orders are kept in an SQL database: two tables, locked by the row of the first. */
public final class SqlOrders implements SqlAggregate<Order> {

    public static final String TABLE = """
            CREATE TABLE purchase_order (
              id          BIGINT NOT NULL PRIMARY KEY,
              revision    BIGINT NOT NULL,
              placed      INT    NOT NULL,
              total_cents BIGINT NOT NULL)""";

    public static final String LINE_TABLE = """
            CREATE TABLE order_line (
              order_id BIGINT       NOT NULL,
              line     INT          NOT NULL,
              article  VARCHAR(400) NOT NULL,
              cents    BIGINT       NOT NULL,
              PRIMARY KEY (order_id, line),
              FOREIGN KEY (order_id) REFERENCES purchase_order (id))""";

    private static final String SELECT = "SELECT id, revision, placed FROM purchase_order WHERE id = ?";
    private static final String SELECT_LINES = "SELECT article, cents FROM order_line WHERE order_id = ? ORDER BY line";
    private static final String INSERT =
            "INSERT INTO purchase_order (id, revision, placed, total_cents) VALUES (?, ?, ?, ?)";
    private static final String UPDATE =
            "UPDATE purchase_order SET revision = ?, placed = ?, total_cents = ? WHERE id = ? AND revision = ?";
    private static final String INSERT_LINE =
            "INSERT INTO order_line (order_id, line, article, cents) VALUES (?, ?, ?, ?)";

    @Override
    public Revision revisionOf(Order order) {
        return order.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    /** Read after the lock was granted: all that was committed by then is there. */
    @Override
    public List<Sql> facts(Subject id) {
        return List.of(Sql.of(SELECT_LINES, Long.parseLong(id.value())));
    }

    @Override
    public Order map(Row row, List<List<Row>> facts) {
        List<Line> lines = facts.get(0).stream()
                .map(line -> new Line(line.text("article"), line.number("cents")))
                .toList();
        return new Order(
                new OrderId(row.number("id")), new Revision(row.number("revision")), row.bool("placed"), lines);
    }

    @Override
    public List<Sql> insert(Order order) {
        List<Sql> writes = new ArrayList<>();
        writes.add(Sql.of(INSERT, order.id().number(), order.revision(), order.placed() ? 1 : 0, order.totalCents()));
        writes.addAll(lines(order, 0));
        return writes;
    }

    @Override
    public List<Sql> update(Order before, Order next) {
        List<Sql> writes = new ArrayList<>();
        writes.add(Sql.of(
                UPDATE,
                next.revision(),
                next.placed() ? 1 : 0,
                next.totalCents(),
                before.id().number(),
                before.revision()));
        writes.addAll(lines(next, before.lines().size()));
        return writes;
    }

    private static List<Sql> lines(Order order, int from) {
        List<Sql> writes = new ArrayList<>();
        for (int i = from; i < order.lines().size(); i++) {
            Line line = order.lines().get(i);
            writes.add(Sql.of(INSERT_LINE, order.id().number(), i + 1, line.article(), line.cents()));
        }
        return writes;
    }
}
// end
