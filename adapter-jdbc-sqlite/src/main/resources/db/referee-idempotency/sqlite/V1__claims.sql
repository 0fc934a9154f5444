-- A row for each claimed key. TEXT is compared byte for byte here. A result is JSON, kept as it came; without one the claim is pending. A row
-- whose time is over is nobody's, until it is claimed anew or deleted. Instants are epoch microseconds.

CREATE TABLE ${table} (
  namespace  TEXT NOT NULL,
  claim_key  TEXT NOT NULL,
  digest     TEXT NOT NULL,
  token      TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  result     TEXT,
  CONSTRAINT ${table}_pk PRIMARY KEY (namespace, claim_key)
) STRICT;
CREATE INDEX ${table}_expiry ON ${table} (expires_at);
