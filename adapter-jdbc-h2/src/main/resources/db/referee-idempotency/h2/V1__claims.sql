-- A row for each claimed key. CHARACTER VARYING is compared byte for byte here. A result is JSON, kept as it came, so it is text; without one the
-- claim is pending. A row whose time is over is nobody's, until it is claimed anew or deleted.

CREATE TABLE ${schema}${table} (
  namespace  CHARACTER VARYING(64)  NOT NULL,
  claim_key  CHARACTER VARYING(200) NOT NULL,
  digest     CHARACTER VARYING(64)  NOT NULL,
  token      CHARACTER VARYING(36)  NOT NULL,
  expires_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  result     CHARACTER VARYING,
  CONSTRAINT ${schema}${table}_pk PRIMARY KEY (namespace, claim_key)
);
CREATE INDEX ${schema}${table}_expiry ON ${schema}${table} (expires_at);
