package dev.referee.adapter.jdbc;

import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.List;

/** An account of an embedding service. */
record Account(String id, Revision revision, long cents, String note) {

    Account with(long newCents) {
        return new Account(id, revision.next(), newCents, note);
    }

    /** Where accounts are kept. */
    static class Store implements SqlAggregate<Account> {

        @Override
        public Revision revisionOf(Account state) {
            return state.revision();
        }

        @Override
        public Sql select(Subject subject) {
            return Sql.of("SELECT id, revision, cents, note FROM account WHERE id = ?", subject.value());
        }

        @Override
        public Account map(Row row, List<List<Row>> facts) {
            return new Account(
                    row.text("id"), new Revision(row.number("revision")), row.number("cents"), row.text("note"));
        }

        @Override
        public List<Sql> insert(Account state) {
            return List.of(Sql.of(
                    "INSERT INTO account (id, revision, cents, note) VALUES (?, ?, ?, ?)",
                    state.id(),
                    state.revision().value(),
                    state.cents(),
                    state.note()));
        }

        @Override
        public List<Sql> update(Account before, Account next) {
            return List.of(Sql.of(
                    "UPDATE account SET revision = ?, cents = ? WHERE id = ? AND revision = ?",
                    next.revision().value(),
                    next.cents(),
                    before.id(),
                    before.revision().value()));
        }
    }
}
