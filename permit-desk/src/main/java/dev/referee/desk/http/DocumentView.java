package dev.referee.desk.http;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.referee.application.permit.Timestamps;
import dev.referee.desk.documents.Document;

/** A document as it is shown. */
@JsonPropertyOrder({"id", "name", "mediaType", "size", "sha256", "uploadedBy", "uploadedAt"})
record DocumentView(
        String id,
        String name,
        String mediaType,
        long size,
        String sha256,
        HistoryRow.ActorView uploadedBy,
        String uploadedAt) {

    static DocumentView of(Document document) {
        return new DocumentView(
                document.id(),
                document.name(),
                document.mediaType(),
                document.size(),
                document.sha256(),
                new HistoryRow.ActorView(
                        document.uploadedBy().role(), document.uploadedBy().id()),
                Timestamps.format(document.uploadedAt()));
    }
}
