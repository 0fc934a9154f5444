package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.Member;
import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.SqlGuardedInsert;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Members in an SQL database: all that an embedding service writes for them. */
record SqlMembers() implements SqlGuardedInsert<Member> {

    private static final String INSERT = "INSERT INTO member (id, email, handle) VALUES (?, ?, ?)";
    private static final String BY_EMAIL = "SELECT id, email, handle FROM member WHERE email = ?";
    private static final String BY_HANDLE = "SELECT id, email, handle FROM member WHERE handle = ?";

    @Override
    public List<UniqueKey> keys() {
        return List.of(
                new UniqueKey(Member.EMAIL, "member_email", "member", Set.of("email")),
                new UniqueKey(Member.HANDLE, "member_handle", "member", Set.of("handle")));
    }

    @Override
    public Sql insert(Member member) {
        return Sql.of(
                INSERT,
                member.id(),
                member.email(),
                Optional.of(member.handle()).filter(handle -> !handle.isEmpty()));
    }

    @Override
    public Sql find(String guard, Member member) {
        return guard.equals(Member.EMAIL) ? Sql.of(BY_EMAIL, member.email()) : Sql.of(BY_HANDLE, member.handle());
    }

    @Override
    public Member map(Row row) {
        return new Member(row.text("id"), row.text("email"), row.text("handle"));
    }
}
