package dev.referee.cookbook.money;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

// sample: sql
/** Where accounts are kept in an SQL database. */
public final class SqlAccounts implements SqlAggregate<Account> {

    public static final String TABLE = """
            CREATE TABLE bank_account (
              id       BIGINT NOT NULL PRIMARY KEY,
              revision BIGINT NOT NULL,
              cents    BIGINT NOT NULL CHECK (cents >= 0))""";

    private static final String SELECT = "SELECT id, revision, cents FROM bank_account WHERE id = ?";
    private static final String INSERT = "INSERT INTO bank_account (id, revision, cents) VALUES (?, ?, ?)";
    private static final String UPDATE =
            "UPDATE bank_account SET revision = ?, cents = ? WHERE id = ? AND revision = ?";

    @Override
    public Revision revisionOf(Account account) {
        return account.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, Long.parseLong(id.value()));
    }

    @Override
    public Account map(Row row, List<List<Row>> facts) {
        return new Account(new AccountId(row.number("id")), new Revision(row.number("revision")), row.number("cents"));
    }

    @Override
    public List<Sql> insert(Account account) {
        return List.of(Sql.of(INSERT, account.id().number(), account.revision(), account.cents()));
    }

    @Override
    public List<Sql> update(Account before, Account next) {
        return List.of(Sql.of(UPDATE, next.revision(), next.cents(), before.id().number(), before.revision()));
    }
}
// end
