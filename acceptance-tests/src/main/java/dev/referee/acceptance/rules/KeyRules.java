package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When two keys are the same, and when not. */
public abstract class KeyRules extends Rules {

    @Test
    void CMD_18_operation_ids_differ_by_every_byte() {
        AccountDesk desk = accounts();
        desk.open(op("open"), OWNER, ACCOUNT, 100);
        Snapshot before = snapshot();
        List<String> ids =
                List.of("Key", "key", "KEY", "kEy", "key.", "key%", "k_y", "k%", "key\\", "'key'", "\"key\"");

        for (int i = 0; i < ids.size(); i++) {
            assertApplied(desk.withdraw(op(ids.get(i)), OWNER, ACCOUNT, new Revision(i + 1), 1));
        }

        assertEffects(ids.size(), before);
        for (int i = 0; i < ids.size(); i++) {
            Outcome repeat = desk.withdraw(op(ids.get(i)), OWNER, ACCOUNT, new Revision(i + 1), 1);
            assertEquals(
                    new Revision(i + 2),
                    repeat.fold(a -> Revision.NONE, Outcome.Replayed::revision, r -> Revision.NONE));
        }
    }

    @Test
    void CMD_18_the_longest_ids_differ_in_their_last_byte() {
        AccountDesk desk = accounts();
        Subject longest = new Subject("s".repeat(Subject.MAX_BYTES));
        Actor actor = new Actor("r".repeat(Actor.MAX_ROLE_BYTES), "i".repeat(Actor.MAX_ID_BYTES));
        String stem = "o".repeat(OperationId.MAX_BYTES - 1);
        assertApplied(desk.open(op("open"), actor, longest, 100));

        assertApplied(desk.withdraw(op(stem + "a"), actor, longest, Revision.FIRST, 1));
        assertApplied(desk.withdraw(op(stem + "A"), actor, longest, new Revision(2), 1));
        assertApplied(desk.withdraw(op(stem), actor, longest, new Revision(3), 1));
    }

    @Test
    void CMD_18_what_engines_might_take_for_equal_is_refused_at_the_boundary() {
        for (String id : List.of("key ", " key", "k y", "k\u00e9y", "ke\u0301y", "key\u0000", "key\t", "")) {
            assertThrows(InvalidValue.class, () -> op(id));
            assertThrows(InvalidValue.class, () -> new Subject(id));
            assertThrows(InvalidValue.class, () -> new Actor("role", id));
        }
        assertThrows(InvalidValue.class, () -> op("o".repeat(OperationId.MAX_BYTES + 1)));
    }

    @Test
    void CMD_18_subjects_differ_by_every_byte() {
        AccountDesk desk = accounts();
        List<Subject> ids = List.of(new Subject("a"), new Subject("A"), new Subject("a."), new Subject("a_"));

        for (Subject id : ids) {
            assertApplied(desk.open(op("open-" + ids.indexOf(id)), OWNER, id, 100));
        }
        for (Subject id : ids) {
            assertApplied(desk.withdraw(op("same"), OWNER, id, Revision.FIRST, 1));
        }
    }

    @Test
    void CMD_19_the_same_id_under_another_aggregate_is_another_operation() {
        AccountDesk desk = accounts();
        Subject other = new Subject("a-2");
        desk.open(op("open"), OWNER, ACCOUNT, 100);
        desk.open(op("open-2"), OWNER, other, 100);

        assertApplied(desk.withdraw(op("same"), OWNER, ACCOUNT, Revision.FIRST, 1));
        assertApplied(desk.withdraw(op("same"), OWNER, other, Revision.FIRST, 1));
    }

    @Test
    void CMD_19_the_same_id_in_another_namespace_is_another_operation() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100);
        CommandEngine engine = engine().build();

        for (Namespace namespace : List.of(new Namespace("ns.one"), new Namespace("ns.two"))) {
            OperationKey key = new OperationKey(namespace, ACCOUNT, op("same"));
            CommandRequest request = CommandRequest.of(key, OWNER, new TypeName("any", 1));
            Snapshot before = snapshot();
            assertApplied(engine.execute(request, node().accounts(), (account, at) -> take(account)));
            assertEffects(1, before);
            assertEquals(
                    1,
                    node().adapter().auditTrail().of(namespace, ACCOUNT).size(),
                    "the audit rows of a namespace are its own");
        }
    }

    @Test
    void CMD_19_cases_and_accounts_do_not_meet() {
        Permits permits = permits();
        permits.putInReview();
        AccountDesk desk = accounts();
        Subject sameAsCase = Permits.CASE.subject();
        desk.open(op("open"), OWNER, sameAsCase, 100);

        assertApplied(permits.approve("same", Permits.IN_REVIEW));
        assertApplied(desk.withdraw(op("same"), OWNER, sameAsCase, Revision.FIRST, 1));
    }

    private static Decision<Account> take(Account account) {
        return account.withdraw(account.revision(), 1);
    }
}
