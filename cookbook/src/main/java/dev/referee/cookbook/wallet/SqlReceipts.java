package dev.referee.cookbook.wallet;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import java.util.List;
import java.util.Set;

// sample: sql
/** Where receipts are kept in an SQL database. Given to the adapter when it is opened: {@code guards(new SqlReceipts())}. */
public record SqlReceipts() implements SqlGuardedInsert<Receipt> {

    public static final String TABLE = """
            CREATE TABLE wallet_receipt (
              operation VARCHAR(64)   NOT NULL,
              digest    VARCHAR(64)   NOT NULL,
              result    VARCHAR(2000) NOT NULL)""";

    /** A unique index: unlike a unique constraint, it has a name on every engine, SQLite included. */
    public static final String UNIQUE = "CREATE UNIQUE INDEX wallet_receipt_operation ON wallet_receipt (operation)";

    private static final String INSERT = "INSERT INTO wallet_receipt (operation, digest, result) VALUES (?, ?, ?)";
    private static final String FIND = "SELECT operation, digest, result FROM wallet_receipt WHERE operation = ?";

    @Override
    public List<UniqueKey> keys() {
        return List.of(new UniqueKey(
                Receipt.HAS_TAKEN_EFFECT, "wallet_receipt_operation", "wallet_receipt", Set.of("operation")));
    }

    @Override
    public Sql insert(Receipt receipt) {
        return Sql.of(
                INSERT,
                receipt.operation(),
                receipt.digest().hex(),
                receipt.result().text());
    }

    @Override
    public Sql find(String guard, Receipt receipt) {
        return Sql.of(FIND, receipt.operation());
    }

    @Override
    public Receipt map(Row row) {
        return new Receipt(
                row.text("operation"), new ActionDigest(row.text("digest")), ActionResult.ofJson(row.text("result")));
    }
}
// end
