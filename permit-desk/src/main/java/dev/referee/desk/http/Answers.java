package dev.referee.desk.http;

import dev.referee.application.permit.Receipt;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;

/**
 * Shows the outcome of a command. A replay is the first answer again: the stored text as it is, under the same status, ETag and Location; only
 * Idempotency-Replayed tells them apart.
 */
final class Answers {

    static final String REPLAYED = "Idempotency-Replayed";

    private Answers() {}

    static ResponseEntity<byte[]> opened(Outcome outcome) {
        return answer(HttpStatus.CREATED, outcome);
    }

    static ResponseEntity<byte[]> changed(Outcome outcome) {
        return answer(HttpStatus.OK, outcome);
    }

    static String etag(Revision revision) {
        return "\"" + revision + "\"";
    }

    private static ResponseEntity<byte[]> answer(HttpStatus status, Outcome outcome) {
        return outcome.fold(
                applied -> receipt(status, applied.revision(), applied.result(), false),
                replayed -> receipt(status, replayed.revision(), replayed.result(), true),
                refused -> ProblemResponses.entity(Problems.of(refused.refusal())));
    }

    private static ResponseEntity<byte[]> receipt(HttpStatus status, Revision revision, Json result, boolean replayed) {
        ResponseEntity.BodyBuilder response = ResponseEntity.status(status)
                .contentType(MediaType.APPLICATION_JSON)
                .eTag(etag(revision));
        if (status == HttpStatus.CREATED) {
            response.location(URI.create("/cases/" + Receipt.fromJson(result).caseId()));
        }
        if (replayed) {
            response.header(REPLAYED, "true");
        }
        return response.body(result.text().getBytes(StandardCharsets.UTF_8));
    }
}
