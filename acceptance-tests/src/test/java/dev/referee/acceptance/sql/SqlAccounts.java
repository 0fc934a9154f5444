package dev.referee.acceptance.sql;

import dev.referee.acceptance.account.Account;
import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlAggregate;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

// sample: store
/** Where accounts are kept in an SQL database: all that an embedding service writes for it. */
class SqlAccounts implements SqlAggregate<Account> {

    private static final String SELECT = "SELECT id, revision, cents FROM account WHERE id = ?";
    private static final String INSERT = "INSERT INTO account (id, revision, cents) VALUES (?, ?, ?)";
    private static final String UPDATE = "UPDATE account SET revision = ?, cents = ? WHERE id = ? AND revision = ?";

    @Override
    public Revision revisionOf(Account account) {
        return account.revision();
    }

    @Override
    public Sql select(Subject id) {
        return Sql.of(SELECT, id);
    }

    @Override
    public Account map(Row row, List<List<Row>> facts) {
        return new Account(new Subject(row.text("id")), new Revision(row.number("revision")), row.number("cents"));
    }

    @Override
    public List<Sql> insert(Account account) {
        return List.of(Sql.of(INSERT, account.id(), account.revision(), account.cents()));
    }

    @Override
    public List<Sql> update(Account before, Account next) {
        return List.of(Sql.of(UPDATE, next.revision(), next.cents(), before.id(), before.revision()));
    }
}
// end
