package dev.referee.desk.documents;

import dev.referee.domain.permit.CaseId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** For a desk without a database. */
final class InMemoryDocuments implements Documents {

    private final Map<String, Document> all = new LinkedHashMap<>();
    private final Map<String, byte[]> contents = new LinkedHashMap<>();

    @Override
    public synchronized Optional<Document> add(Document document, byte[] content) {
        Optional<Document> there = Optional.ofNullable(all.get(document.id()));
        if (there.isPresent()) {
            return there.filter(document::isSameAs);
        }
        all.put(document.id(), document);
        contents.put(document.id(), content.clone());
        return Optional.of(document);
    }

    @Override
    public synchronized List<Document> of(CaseId caseId) {
        return all.values().stream()
                .filter(each -> each.caseId().equals(caseId))
                .toList();
    }

    @Override
    public synchronized Optional<Document> find(CaseId caseId, String id) {
        return Optional.ofNullable(all.get(id)).filter(each -> each.caseId().equals(caseId));
    }

    @Override
    public synchronized byte[] content(Document document) {
        return Optional.ofNullable(contents.get(document.id())).orElseThrow().clone();
    }
}
