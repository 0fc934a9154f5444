package dev.referee.desk.documents;

import dev.referee.domain.permit.CaseId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** For a desk without a database. */
final class InMemoryDocuments implements Documents {

    private record Kept(Document document, byte[] content) {}

    private final Map<Long, Kept> all = new ConcurrentSkipListMap<>();
    private final AtomicLong count = new AtomicLong();

    @Override
    public synchronized Optional<Document> add(Document document, byte[] content) {
        Optional<Document> there =
                documents().filter(each -> each.id().equals(document.id())).findFirst();
        if (there.isPresent()) {
            return there.filter(document::isSameAs);
        }
        all.put(count.incrementAndGet(), new Kept(document, content.clone()));
        return Optional.of(document);
    }

    @Override
    public List<Document> of(CaseId caseId) {
        return documents().filter(each -> each.caseId().equals(caseId)).toList();
    }

    @Override
    public Optional<Document> find(CaseId caseId, String id) {
        return of(caseId).stream().filter(each -> each.id().equals(id)).findFirst();
    }

    @Override
    public byte[] content(Document document) {
        return all.values().stream()
                .filter(kept -> kept.document().equals(document))
                .findFirst()
                .map(kept -> kept.content().clone())
                .orElseThrow();
    }

    private Stream<Document> documents() {
        return all.values().stream().map(Kept::document);
    }
}
