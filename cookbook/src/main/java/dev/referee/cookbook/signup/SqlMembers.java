package dev.referee.cookbook.signup;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import java.util.List;
import java.util.Set;
import java.util.UUID;

// sample: sql
/** Where members are kept in an SQL database. Given to the adapter when it is opened: {@code guards(new SqlMembers())}. */
public record SqlMembers() implements SqlGuardedInsert<Member> {

    public static final String TABLE = """
            CREATE TABLE site_member (
              id     VARCHAR(36)  NOT NULL PRIMARY KEY,
              email  VARCHAR(254) NOT NULL,
              handle VARCHAR(30)  NOT NULL)""";

    /** Unique indexes: unlike a unique constraint, one has a name on every engine, SQLite included. */
    public static final List<String> UNIQUE = List.of(
            "CREATE UNIQUE INDEX site_member_email  ON site_member (email)",
            "CREATE UNIQUE INDEX site_member_handle ON site_member (handle)");

    private static final String INSERT = "INSERT INTO site_member (id, email, handle) VALUES (?, ?, ?)";
    private static final String BY_EMAIL = "SELECT id, email, handle FROM site_member WHERE email = ?";
    private static final String BY_HANDLE = "SELECT id, email, handle FROM site_member WHERE handle = ?";

    /** What each unique index means. Compared with the catalogue when the adapter is opened. */
    @Override
    public List<UniqueKey> keys() {
        return List.of(
                new UniqueKey(Member.EMAIL_TAKEN, "site_member_email", "site_member", Set.of("email")),
                new UniqueKey(Member.HANDLE_TAKEN, "site_member_handle", "site_member", Set.of("handle")));
    }

    @Override
    public Sql insert(Member member) {
        return Sql.of(
                INSERT,
                member.id().toString(),
                member.email().value(),
                member.handle().value());
    }

    @Override
    public Sql find(String guard, Member member) {
        return guard.equals(Member.EMAIL_TAKEN)
                ? Sql.of(BY_EMAIL, member.email().value())
                : Sql.of(BY_HANDLE, member.handle().value());
    }

    @Override
    public Member map(Row row) {
        return new Member(
                new MemberId(UUID.fromString(row.text("id"))),
                new EmailAddress(row.text("email")),
                new Handle(row.text("handle")));
    }
}
// end
