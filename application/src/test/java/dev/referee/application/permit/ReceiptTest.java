package dev.referee.application.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Revision;
import dev.referee.domain.permit.Action;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.Status;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptTest {

    private static final String TEXT =
            "{\"caseId\":62,\"action\":\"start-review\",\"status\":\"IN_REVIEW\",\"revision\":5,"
                    + "\"at\":\"2026-03-01T09:00:00.000000Z\"}";

    private static Receipt at(String instant) {
        return new Receipt(
                new CaseId(62), Action.START_REVIEW, Status.IN_REVIEW, new Revision(5), Instant.parse(instant));
    }

    @Test
    void a_receipt_has_its_fields_in_order_and_always_six_digits_of_fraction() {
        assertEquals(TEXT, at("2026-03-01T09:00:00Z").toJson().text());
        assertEquals(at("2026-03-01T09:00:00Z"), Receipt.fromJson(new Json(TEXT)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-03-01T09:00:00.100Z",
                "2026-03-01T09:00:00.000001Z",
                "2024-02-29T23:59:59.999999Z",
                "1969-12-31T23:59:59.999999Z",
                "0000-01-01T00:00:00Z",
                "9999-12-31T23:59:59.999999Z"
            })
    void a_receipt_is_read_back_equal(String instant) {
        Receipt receipt = at(instant);
        assertEquals(receipt, Receipt.fromJson(receipt.toJson()));
        Receipt largest = new Receipt(
                new CaseId(Long.MAX_VALUE),
                Action.OPEN,
                Status.DRAFT,
                new Revision(Long.MAX_VALUE),
                Instant.parse(instant));
        assertEquals(largest, Receipt.fromJson(largest.toJson()));
    }

    @Test
    void a_time_of_nanoseconds_or_of_another_age_is_refused() {
        assertThrows(InvalidValue.class, () -> at("2026-03-01T09:00:00.000000001Z"));
        assertThrows(InvalidValue.class, () -> at("+10000-01-01T00:00:00Z"));
        assertThrows(InvalidValue.class, () -> at("-0001-12-31T23:59:59Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "receipt | null",
                "receipt | []",
                "receipt | ``",
                "receipt | {",
                "receipt | {\"caseId\":62}{}",
                "receipt | {\"caseId\":62} x",
                "receipt | {\"caseId\":62,\"caseId\":62}",
                "receipt | {\"caseId\":99999999999999999999}",
                "receipt | {\"note\":1}",
                "receipt | {\"CaseId\":1}",
                "receipt | {\"caseId\":62,}",
                "caseId | {}",
                "caseId | {\"caseId\":\"62\"}",
                "caseId | {\"caseId\":62.0}",
                "caseId | {\"caseId\":null}",
                "action | {\"action\":{}}"
            })
    void anything_else_than_an_object_of_the_five_fields_is_refused(String field, String text) {
        assertEquals(field, invalid(text).field());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "62 | 0 | case id",
                "start-review | START_REVIEW | action",
                "IN_REVIEW | in_review | status",
                ":5, | :-1, | revision",
                "00.000000Z | 00Z | at",
                "00.000000Z | 00.000Z | at",
                "00.000000Z | 00.000000+00:00 | at",
                "00.000000Z | 60.000000Z | at",
                "03-01T | 02-30T | at",
                "2026 | +2026 | at"
            })
    void a_value_outside_its_grammar_is_refused_by_name(String part, String instead, String field) {
        assertEquals(field, invalid(TEXT.replace(part, instead)).field());
    }

    @Test
    void every_field_is_required() {
        assertEquals("at", invalid(TEXT.replaceFirst(",\"at\":.*\"}", "}")).field());
        assertEquals("revision", invalid(TEXT.replace("\"revision\":5,", "")).field());
    }

    private static InvalidValue invalid(String text) {
        return assertThrows(InvalidValue.class, () -> Receipt.fromJson(new Json(text)));
    }
}
