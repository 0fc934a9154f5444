package dev.referee.desk.documents;

import dev.referee.domain.command.Actor;
import dev.referee.domain.permit.CaseId;
import java.time.Instant;

/**
 * What is known of a document.
 *
 * @param id 64 hexadecimal digits
 * @param size in bytes
 * @param sha256 of its bytes, in 64 hexadecimal digits
 * @param uploadedAt in whole microseconds
 */
public record Document(
        String id,
        CaseId caseId,
        String name,
        String mediaType,
        long size,
        String sha256,
        Actor uploadedBy,
        Instant uploadedAt) {

    /** The longest document, in bytes. */
    public static final int MAX_BYTES = 5 * 1024 * 1024;

    /** Whether both are one upload, made twice. */
    boolean isSameAs(Document other) {
        return caseId.equals(other.caseId)
                && name.equals(other.name)
                && mediaType.equals(other.mediaType)
                && sha256.equals(other.sha256);
    }
}
