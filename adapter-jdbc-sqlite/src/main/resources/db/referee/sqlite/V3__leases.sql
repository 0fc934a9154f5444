-- A row for each name that was ever leased. It is never deleted: it holds the fence, which must not begin anew. Without a token it is free. The
-- name is its bytes in UTF-8.

CREATE TABLE ${prefix}lease (
  name     BLOB NOT NULL,
  fence    INTEGER NOT NULL,
  token    TEXT,
  holder   TEXT NOT NULL,
  deadline INTEGER NOT NULL,
  CONSTRAINT ${prefix}lease_pk PRIMARY KEY (name)
) STRICT;
