package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.command.OutcomeRejected;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.TypeName;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What can be an outcome, and what comes back. */
public abstract class OutcomeRules extends Rules {

    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_DEPTH = 32;
    private static final Event EVENT = new Event(new TypeName("any", 1), new Json("{}"));

    @BeforeEach
    void open_an_account() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
    }

    @Test
    void CMD_20_an_outcome_over_its_limits_is_rejected_and_not_retried() {
        List<String> bad = List.of(
                text(MAX_BYTES + 1),
                text(MAX_BYTES - 1).replaceFirst("x", "\u00e9") + " ",
                nested(MAX_DEPTH + 1),
                "",
                "{",
                "{} {}",
                "nul",
                "{\"a\":NaN}",
                "{'a':1}",
                "// comment\n1");
        for (String json : bad) {
            int begun = steps.seen(Step.BEGIN);
            writingNothingThrown(new Decided(new Json(json), EVENT));
            assertEquals(1, steps.seen(Step.BEGIN) - begun, "transactions");
        }
    }

    @Test
    void CMD_20_an_event_over_its_limits_is_rejected_too() {
        Event tooLarge = new Event(EVENT.type(), new Json(text(MAX_BYTES + 1)));

        writingNothingThrown(new Decided(new Json("1"), tooLarge));
    }

    @Test
    void CMD_20_an_operation_id_is_free_after_a_rejected_outcome() {
        writingNothingThrown(new Decided(new Json("{"), EVENT));

        assertApplied(run("op", new Decided(new Json("{}"), EVENT)));
    }

    @Test
    void CMD_20_an_outcome_at_its_limits_is_stored_byte_for_byte() {
        for (String json :
                List.of(text(MAX_BYTES), nested(MAX_DEPTH), "\"" + "\u00e9".repeat(MAX_BYTES / 2 - 1) + "\"")) {
            Decided decided = new Decided(new Json(json), EVENT);
            String operation = "op-" + json.length();
            Outcome first = run(operation, decided);
            assertEquals(json, first.orElseThrow().text());
            assertReplayed(first, writingNothing(() -> run(operation, decided)));
        }
    }

    @Test
    void CMD_23_nothing_like_values_are_outcomes_and_replay_as_themselves() {
        for (String json :
                List.of("null", "false", "0", "\"\"", "[]", "{}", "-0.0", " { \"a\" : 1.50 } ", "\"\\u0000\"")) {
            Decided decided = new Decided(new Json(json), EVENT);
            String operation = "op-" + Integer.toHexString(json.hashCode());

            Outcome first = run(operation, decided);
            assertApplied(first);
            Outcome repeat = writingNothing(() -> run(operation, decided));

            assertReplayed(first, repeat);
            assertEquals(json, repeat.orElseThrow().text());
        }
    }

    private void writingNothingThrown(Decided decided) {
        writingNothing(() -> assertThrows(OutcomeRejected.class, () -> run("op", decided)));
    }

    private record Decided(Json outcome, Event event) {
        Decision<Account> on(Account account) {
            return Decision.accept(
                    new Account(account.id(), account.revision().next(), account.cents()), event, outcome);
        }
    }

    private Outcome run(String operation, Decided decided) {
        CommandEngine engine = engine().build();
        OperationKey key = new OperationKey(AccountDesk.NAMESPACE, ACCOUNT, op(operation));
        return engine.execute(
                CommandRequest.of(key, OWNER, new TypeName("any", 1)).expecting(Revision.FIRST),
                node().accounts(),
                (account, at) -> decided.on(account));
    }

    /** A JSON text of so many bytes, quotes included. */
    private static String text(int bytes) {
        return "\"" + "x".repeat(bytes - 2) + "\"";
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }
}
