package dev.referee.desk.http;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import dev.referee.desk.documents.Document;
import dev.referee.desk.documents.Documents;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.permit.CaseId;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Documents of cases. An upload is no command: its Idempotency-Key is served by the starter's filter, and the document's id is made of the
 * key, so that it is there once even if the claim's result was lost.
 */
@RestController
@RequestMapping("/cases/{id}/documents")
class DocumentController {

    private static final int MAX_NAME = 200;
    private static final int MAX_MEDIA_TYPE = 255;

    private final Documents documents;
    private final DocumentAccess access;
    private final Clock clock = Clock.systemUTC();

    DocumentController(Documents documents, DocumentAccess access) {
        this.documents = documents;
        this.access = access;
    }

    @PostMapping(produces = APPLICATION_JSON_VALUE)
    ResponseEntity<DocumentView> add(
            @PathVariable String id, HttpServletRequest request, @AuthenticationPrincipal DeskUser user) {
        CaseId caseId = Requests.checked(() -> Requests.caseId(id));
        access.check(caseId, user);
        byte[] content = Body.read(request, Document.MAX_BYTES);
        OperationId key = Headers.operationId(request);
        String mediaType = Requests.checked(() -> mediaType(request));
        Document document = Requests.checked(() -> new Document(
                sha256((user.actor() + "\n" + key.value()).getBytes(StandardCharsets.UTF_8)),
                caseId,
                name(request),
                mediaType,
                content.length,
                sha256(content),
                user.actor(),
                clock.instant().truncatedTo(ChronoUnit.MICROS)));
        Document there = documents
                .add(document, content)
                .orElseThrow(() -> new ProblemException(Problem.of(
                        HttpStatus.UNPROCESSABLE_CONTENT,
                        "operation-conflict",
                        "This key was used for another document.")));
        return ResponseEntity.created(URI.create("/cases/" + caseId + "/documents/" + there.id()))
                .body(DocumentView.of(there));
    }

    @GetMapping(produces = APPLICATION_JSON_VALUE)
    List<DocumentView> list(@PathVariable String id) {
        CaseId caseId = Requests.checked(() -> Requests.caseId(id));
        access.find(caseId);
        return documents.of(caseId).stream().map(DocumentView::of).toList();
    }

    /** As an attachment: what somebody uploaded is nothing for a browser to run. */
    @GetMapping("/{documentId}")
    ResponseEntity<byte[]> content(@PathVariable String id, @PathVariable String documentId) {
        CaseId caseId = Requests.checked(() -> Requests.caseId(id));
        Document found = documents
                .find(caseId, documentId)
                .orElseThrow(() -> new ProblemException(Problems.of(HttpStatus.NOT_FOUND)));
        return ResponseEntity.ok()
                .header(HttpHeaders.CONTENT_TYPE, found.mediaType())
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename(found.name(), StandardCharsets.UTF_8)
                                .build()
                                .toString())
                .eTag("\"" + found.sha256() + "\"")
                .body(documents.content(found));
    }

    private static String name(HttpServletRequest request) {
        String @Nullable [] names = request.getParameterMap().get("name");
        if (names == null || names.length != 1) {
            throw new InvalidValue("name", "must be given once, in the query");
        }
        if (names[0].chars().anyMatch(Character::isISOControl)) {
            throw new InvalidValue("name", "must not hold a control character");
        }
        return Check.text("name", names[0], MAX_NAME);
    }

    private static String mediaType(HttpServletRequest request) {
        String given = Optional.ofNullable(request.getContentType()).orElse(MediaType.APPLICATION_OCTET_STREAM_VALUE);
        try {
            MediaType type = MediaType.parseMediaType(given);
            String text = type.toString();
            if (type.equalsTypeAndSubtype(MediaType.APPLICATION_FORM_URLENCODED)) {
                throw new InvalidValue("Content-Type", "must be the document's, not a form's");
            }
            if (type.isConcrete() && text.length() <= MAX_MEDIA_TYPE) {
                return text;
            }
        } catch (InvalidMediaTypeException invalid) {
            throw new InvalidValue("Content-Type", "must be a media type");
        }
        throw new InvalidValue("Content-Type", "must be one media type of at most " + MAX_MEDIA_TYPE + " characters");
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
