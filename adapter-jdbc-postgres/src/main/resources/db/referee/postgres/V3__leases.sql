-- A row for each name that was ever leased. It is never deleted: it holds the fence, which must not begin anew. Without a token it is free. The
-- name is its bytes in UTF-8, so that no character set and no collation can make one of two names.

CREATE TABLE ${schema}${prefix}lease (
  name     bytea       NOT NULL,
  fence    bigint      NOT NULL,
  token    text        COLLATE "C",
  holder   text        NOT NULL,
  deadline timestamptz NOT NULL,
  CONSTRAINT ${prefix}lease_pk PRIMARY KEY (name)
);
