package dev.referee.cookbook.signup;

import dev.referee.application.lock.Transactions;
import dev.referee.application.port.GuardedInsert;
import java.time.Duration;

/** Signs people up. Safe for many threads. */
public final class SignUps {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final GuardedInsert<Member> members;

    public SignUps(Transactions transactions, GuardedInsert<Member> members) {
        this.transactions = transactions;
        this.members = members;
    }

    // sample: sign-up
    /** Makes a member of somebody, unless the e-mail address or the handle is somebody else's. */
    public SignUpAnswer signUp(EmailAddress email, Handle handle) {
        Member member = new Member(MemberId.random(), email, handle);
        return transactions.run(
                LIMIT,
                t -> t.insertOrFind(members, member)
                        .fold(
                                () -> new SignUpAnswer.Welcome(member),
                                (guard, winner) -> guard.equals(Member.EMAIL_TAKEN)
                                        ? new SignUpAnswer.EmailTaken()
                                        : new SignUpAnswer.HandleTaken()));
    }
    // end
}
