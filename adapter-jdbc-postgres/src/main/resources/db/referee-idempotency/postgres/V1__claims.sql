-- A row for each claimed key. Keys are compared byte for byte: COLLATE "C". A result is JSON, kept as it came, so it is text; without one the
-- claim is pending. A row whose time is over is nobody's, until it is claimed anew or deleted.

CREATE TABLE ${schema}${table} (
  namespace  text        COLLATE "C" NOT NULL,
  claim_key  text        COLLATE "C" NOT NULL,
  digest     text        COLLATE "C" NOT NULL,
  token      text        COLLATE "C" NOT NULL,
  expires_at timestamptz NOT NULL,
  result     text,
  CONSTRAINT ${table}_pk PRIMARY KEY (namespace, claim_key)
);
CREATE INDEX ${table}_expiry ON ${schema}${table} (expires_at);
