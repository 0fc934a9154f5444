package dev.referee.desk.documents;

import dev.referee.domain.permit.CaseId;
import java.util.List;
import java.util.Optional;

/** Where documents are kept. Safe for many threads. */
public interface Documents {

    /**
     * Adds a document, unless one with its id is there.
     *
     * @return the one that is there now; empty if it is another one
     */
    Optional<Document> add(Document document, byte[] content);

    /** Those of a case, the oldest first. */
    List<Document> of(CaseId caseId);

    Optional<Document> find(CaseId caseId, String id);

    /** The bytes of a document that is there. */
    byte[] content(Document document);
}
