package dev.referee.cookbook.signup;

import dev.referee.adapter.inmemory.InMemoryGuardedInsert;
import dev.referee.application.port.GuardedInsert;
import java.util.Map;

/** Where members are kept in memory. */
public final class InMemoryMembers {

    public static final GuardedInsert<Member> STORE = InMemoryGuardedInsert.of(
            "site_member",
            member -> member.id().toString(),
            Map.of(
                    Member.EMAIL_TAKEN, member -> member.email().value(),
                    Member.HANDLE_TAKEN, member -> member.handle().value()));

    private InMemoryMembers() {}
}
