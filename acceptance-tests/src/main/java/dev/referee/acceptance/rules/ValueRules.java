package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.APPLICANT;
import static dev.referee.acceptance.rules.Permits.CASE;
import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.R47;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.plain;
import static dev.referee.acceptance.rules.Permits.request;
import static dev.referee.acceptance.rules.Permits.reviewer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.application.command.Command;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.permit.OpenRequest;
import dev.referee.application.permit.PermitCommands;
import dev.referee.application.permit.PermitRequest;
import dev.referee.application.permit.Receipt;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Step;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.Title;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What is written comes back as it was. */
public abstract class ValueRules extends Rules {

    /** Around the hours that daylight saving leaves out and repeats in New York, and at the edges of microseconds and years. */
    private static final List<Instant> INSTANTS = List.of(
            Instant.parse("2026-03-08T06:59:59.999999Z"),
            Instant.parse("2026-03-08T07:00:00Z"),
            Instant.parse("2026-03-08T07:30:00.000001Z"),
            Instant.parse("2026-11-01T05:30:00.123456Z"),
            Instant.parse("2026-11-01T06:30:00.123456Z"),
            Instant.parse("2026-07-01T12:00:00.100000Z"),
            Instant.parse("1970-01-01T00:00:00Z"),
            Instant.parse("1970-01-01T00:00:00.000001999Z"),
            Instant.parse("2026-01-31T23:59:59.999999999Z"),
            Instant.parse("9999-12-31T23:59:59.999999999Z"));

    private static final List<String> ZONES = List.of("America/New_York", "Asia/Kolkata", "UTC");

    private static final List<String> TEXTS = List.of(
            "\uD83C\uDFE0 shed \uD83D\uDC69\u200D\uD83D\uDD27",
            "e\u0301 is not \u00e9, \u212b is not \u00c5",
            "it's \"quoted\" `so` ''twice'' \\ and \\' and \\\\n \\u0041 \\0",
            "trailing spaces   ",
            "  leading spaces",
            "tab\tand\nline feed\n",
            "\n\t.",
            "'; DROP TABLE x; -- /* */ # ${prefix} {audit} ? :name %s _ %",
            "\u0646\u0635 \u200f\u202e right to left \ufeff \ufffd \u2028",
            "\ud7ff \ue000 \uffff \udbff\udfff");

    private static final List<String> JSON = List.of(
            "{\"b\":1,\"a\":2,\"B\":3}",
            " { \"a\" :\t1 ,\r\n\"c\" : [ ] }\n",
            "{\"\\u0041\":\"\\u00e9\\/\\\\\\\"\"}",
            "[1.0,1e0,10E-1,-0,0.10,123456789012345678901234567890]",
            "\"\uD83C\uDFE0 e\u0301 \u00e9 \\ud83c\\udfe0 ' \\n\"",
            "\"trailing   \"   ",
            "[true,false,null,\"\",{}]");

    @Test
    void DATA_1_instants_are_read_back_equal_in_every_time_zone() {
        TimeZone before = TimeZone.getDefault();
        try {
            int number = 0;
            for (String zone : ZONES) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Permits here = permitsAt(Instant.EPOCH);
                for (Instant instant : INSTANTS) {
                    CaseId id = new CaseId(++number);
                    Permits permits = new Permits(
                            here.node(),
                            engine().clock(Clock.fixed(instant, ZoneOffset.UTC)).build());
                    Outcome outcome = permits.commands()
                            .open(Permits.opening("open-" + id, "A shed").under(id));
                    Receipt answered = Receipt.fromJson(outcome.orElseThrow());
                    assertEquals(instant.truncatedTo(ChronoUnit.MICROS), answered.at());
                    for (String otherZone : ZONES) {
                        TimeZone.setDefault(TimeZone.getTimeZone(otherZone));
                        assertEquals(answered.at(), audit(here, id).at(), zone + ", read in " + otherZone);
                    }
                    TimeZone.setDefault(TimeZone.getTimeZone(zone));
                }
            }
            for (String zone : ZONES) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                Permits fresh = permitsAt(Instant.EPOCH);
                for (int id = 1; id <= number; id++) {
                    assertEquals(
                            INSTANTS.get((id - 1) % INSTANTS.size()).truncatedTo(ChronoUnit.MICROS),
                            audit(fresh, new CaseId(id)).at(),
                            "read on fresh connections in " + zone);
                }
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    private Permits permitsAt(Instant instant) {
        return new Permits(
                newNode(NodeOptions.DEFAULT.poolSize(1)),
                engine().clock(Clock.fixed(instant, ZoneOffset.UTC)).build());
    }

    private static AuditEntry audit(Permits permits, CaseId id) {
        return permits.node()
                .adapter()
                .auditTrail()
                .of(PermitCommands.NAMESPACE, id.subject())
                .get(0);
    }

    @Test
    void DATA_2_text_comes_back_byte_for_byte() {
        Permits permits = permits();
        int number = 0;
        for (String text : TEXTS) {
            CaseId id = new CaseId(++number);
            Outcome opened =
                    permits.commands().open(Permits.opening("open-" + id, text).under(id));
            assertReplayed(
                    opened,
                    permits.commands().open(Permits.opening("open-" + id, text).under(id)));
            Reason reason = new Reason(text);
            Outcome submitted = permits.commands()
                    .submit(request(id, "submit", APPLICANT, 1).because(reason));
            assertReplayed(
                    submitted,
                    permits.commands()
                            .submit(request(id, "submit", APPLICANT, 1).because(reason)));
            permits.commands()
                    .addFee(request(id, "fee", SUPERVISOR, 2), text, number)
                    .orElseThrow();

            assertEquals(
                    text,
                    permits.node()
                            .adapter()
                            .caseQueries()
                            .find(id)
                            .orElseThrow()
                            .title()
                            .text());
            assertEquals(
                    Optional.of(reason),
                    permits.node()
                            .adapter()
                            .auditTrail()
                            .of(PermitCommands.NAMESPACE, id.subject())
                            .get(1)
                            .reason());
            assertEquals(List.of(new FeeLine(1, text, number)), store().feeLines(id));
        }
    }

    @Test
    void DATA_2_what_cannot_be_stored_everywhere_is_refused_at_the_boundary() {
        for (String text : List.of("a\u0000b", "a\ud83c", "\udfe0a", "\udfe0\ud83c", "a\u0007", "a\r\n", " \t\n")) {
            refusedUnasked(() -> new Title(text));
            refusedUnasked(() -> new Reason(text));
            refusedUnasked(() -> new FeeLine(1, text, 1));
            refusedUnasked(() -> permits().commands().addFee(plain("fee", SUPERVISOR, 1), text, 1));
        }
    }

    @Test
    void DATA_3_json_comes_back_byte_for_byte() {
        accounts().open(op("open"), OWNER, ACCOUNT, 100).orElseThrow();
        for (String json : JSON) {
            String operation = "json-" + JSON.indexOf(json);
            Outcome first = engine().build().execute(deciding(operation, json));
            assertEquals(json, first.orElseThrow().text());
            assertReplayed(first, engine().build().execute(deciding(operation, json)));
            assertTrue(
                    snapshot().tables().getOrDefault(Snapshot.EVENT, List.of()).stream()
                            .anyMatch(row -> row.contains(json)),
                    () -> "no event holds " + json);
        }
    }

    private Command<Account> deciding(String operation, String json) {
        OperationKey key = new OperationKey(AccountDesk.NAMESPACE, ACCOUNT, op(operation));
        return Command.on(
                CommandRequest.of(key, OWNER, new TypeName("any", 1)),
                node().accounts(),
                (account, at) -> Decision.accept(
                        new Account(account.id(), account.revision().next(), account.cents()),
                        new Event(new TypeName("any", 1), new Json(json)),
                        new Json(json)));
    }

    @Test
    void DATA_4_values_at_their_limits_are_stored() {
        Permits permits = permits();
        String house = "\uD83C\uDFE0";
        CaseId greatest = new CaseId(Long.MAX_VALUE);
        String title = house.repeat(Title.MAX_CODE_POINTS);
        Reason reason = new Reason(house.repeat(Reason.MAX_CODE_POINTS));
        String description = house.repeat(FeeLine.MAX_DESCRIPTION_CODE_POINTS);
        OperationId longest = op("~".repeat(OperationId.MAX_BYTES));
        Actor actor = new Actor(APPLICANT.role(), "!".repeat(Actor.MAX_ID_BYTES - 1));

        assertApplied(permits.commands()
                .open(OpenRequest.of(longest, actor, new Title(title)).under(greatest)));
        assertApplied(permits.commands()
                .submit(PermitRequest.of(longest, actor, greatest, Revision.FIRST)
                        .because(reason)));
        assertApplied(permits.commands()
                .addFee(request(greatest, "fee", SUPERVISOR, 2), description, FeeLine.MAX_AMOUNT_CENTS));

        assertEquals(
                title,
                permits.node()
                        .adapter()
                        .caseQueries()
                        .find(greatest)
                        .orElseThrow()
                        .title()
                        .text());
        assertEquals(List.of(new FeeLine(1, description, FeeLine.MAX_AMOUNT_CENTS)), store().feeLines(greatest));
    }

    @Test
    void DATA_4_values_beyond_their_limits_are_refused_before_the_database_is_asked() {
        Permits permits = permits();
        permits.putInReview();
        String house = "\uD83C\uDFE0";

        refusedUnasked(() -> op("o".repeat(OperationId.MAX_BYTES + 1)));
        refusedUnasked(() -> op(""));
        refusedUnasked(() -> new Subject("s".repeat(Subject.MAX_BYTES + 1)));
        refusedUnasked(() -> new Namespace("n".repeat(65)));
        refusedUnasked(() -> new Actor("r".repeat(Actor.MAX_ROLE_BYTES + 1), "id"));
        refusedUnasked(() -> new Actor("role", "i".repeat(Actor.MAX_ID_BYTES + 1)));
        refusedUnasked(() -> new TypeName("t".repeat(65), 1));
        refusedUnasked(() -> new Revision(-1));
        refusedUnasked(() -> new CaseId(0));
        refusedUnasked(() -> Permits.opening("o", house.repeat(Title.MAX_CODE_POINTS + 1)));
        refusedUnasked(() -> new Reason("x".repeat(Reason.MAX_CODE_POINTS + 1)));
        String longText = "x".repeat(FeeLine.MAX_DESCRIPTION_CODE_POINTS + 1);
        refusedUnasked(() -> permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), longText, 1));
        refusedUnasked(() -> permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), "line", 0));
        refusedUnasked(() ->
                permits.commands().addFee(plain("fee", SUPERVISOR, IN_REVIEW), "line", FeeLine.MAX_AMOUNT_CENTS + 1));
        refusedUnasked(() -> permits.commands().approve(plain("approve", reviewer(R47), IN_REVIEW)));
        assertEquals(new Revision(IN_REVIEW), permits.current().revision());
        assertEquals(List.of(), store().feeLines(CASE));
    }

    /** Refused, the field named, and no transaction begun. */
    private void refusedUnasked(Executable action) {
        int begun = steps.seen(Step.BEGIN);
        assertThrows(InvalidValue.class, action);
        assertEquals(begun, steps.seen(Step.BEGIN), "the database was asked");
    }
}
