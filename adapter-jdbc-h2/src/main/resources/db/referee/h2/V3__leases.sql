-- A row for each name that was ever leased. It is never deleted: it holds the fence, which must not begin anew. Without a token it is free. The
-- name is its bytes in UTF-8, so that no character set and no collation can make one of two names.

CREATE TABLE ${schema}${prefix}lease (
  name     BINARY VARYING(200)    NOT NULL,
  fence    BIGINT                 NOT NULL,
  token    CHARACTER VARYING(36),
  holder   CHARACTER VARYING      NOT NULL,
  deadline TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  CONSTRAINT ${schema}${prefix}lease_pk PRIMARY KEY (name)
);
