package dev.referee.cookbook.wallet;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

/** Where wallets are kept in an SQL database. */
public final class SqlWallets implements SqlAggregate<Wallet> {

    public static final String TABLE = """
            CREATE TABLE wallet (
              id       BIGINT NOT NULL PRIMARY KEY,
              revision BIGINT NOT NULL,
              cents    BIGINT NOT NULL)""";

    private static final String SELECT = "SELECT id, revision, cents FROM wallet WHERE id = ?";
    private static final String INSERT = "INSERT INTO wallet (id, revision, cents) VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE wallet SET revision = ?, cents = ? WHERE id = ? AND revision = ?";

    @Override
    public Revision revisionOf(Wallet wallet) {
        return wallet.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    @Override
    public Wallet map(Row row, List<List<Row>> facts) {
        return new Wallet(new WalletId(row.number("id")), new Revision(row.number("revision")), row.number("cents"));
    }

    @Override
    public List<Sql> insert(Wallet wallet) {
        return List.of(Sql.of(INSERT, wallet.id().number(), wallet.revision(), wallet.cents()));
    }

    @Override
    public List<Sql> update(Wallet before, Wallet next) {
        return List.of(Sql.of(UPDATE, next.revision(), next.cents(), before.id().number(), before.revision()));
    }
}
