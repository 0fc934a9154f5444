-- The id is made of the uploader and the Idempotency-Key, so the primary key lets each key in once, whatever became of its claim.
CREATE TABLE desk_document (
    id               VARCHAR(64)  NOT NULL PRIMARY KEY,
    case_id          BIGINT       NOT NULL,
    name             VARCHAR(200) NOT NULL,
    media_type       VARCHAR(255) NOT NULL,
    size_bytes       BIGINT       NOT NULL,
    sha256           VARCHAR(64)  NOT NULL,
    uploaded_by_role VARCHAR(64)  NOT NULL,
    uploaded_by_id   VARCHAR(128) NOT NULL,
    uploaded_at      BIGINT       NOT NULL,
    content          ${bytes}     NOT NULL
);

CREATE INDEX desk_document_case ON desk_document (case_id, uploaded_at);
