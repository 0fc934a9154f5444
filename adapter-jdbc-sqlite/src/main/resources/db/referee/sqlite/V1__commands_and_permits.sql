-- TEXT is compared byte for byte here, trailing spaces included. JSON is kept as it came, so it is text. Instants are epoch microseconds.
-- STRICT, so that no column takes a value of another type, as the other databases would not.

CREATE TABLE ${prefix}operation (
  namespace       TEXT NOT NULL,
  subject         TEXT NOT NULL,
  operation_id    TEXT NOT NULL,
  aggregate_id    TEXT NOT NULL,
  actor_role      TEXT NOT NULL,
  actor_id        TEXT NOT NULL,
  command_name    TEXT NOT NULL,
  command_version INTEGER NOT NULL,
  digest          TEXT NOT NULL,
  execution       TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  outcome         TEXT,
  at              INTEGER NOT NULL,
  CONSTRAINT ${prefix}operation_pk PRIMARY KEY (namespace, subject, operation_id)
) STRICT;

CREATE TABLE ${prefix}audit (
  namespace    TEXT NOT NULL,
  aggregate_id TEXT NOT NULL,
  revision     INTEGER NOT NULL,
  action       TEXT NOT NULL,
  actor_role   TEXT NOT NULL,
  actor_id     TEXT NOT NULL,
  reason       TEXT,
  at           INTEGER NOT NULL,
  CONSTRAINT ${prefix}audit_pk PRIMARY KEY (namespace, aggregate_id, revision)
) STRICT;

-- Append-only. The names of the first five columns are the ones that change-data capture looks for.
CREATE TABLE ${prefix}event (
  id            TEXT NOT NULL,
  aggregatetype TEXT NOT NULL,
  aggregateid   TEXT NOT NULL,
  type          TEXT NOT NULL,
  payload       TEXT NOT NULL,
  revision      INTEGER NOT NULL,
  type_version  INTEGER NOT NULL,
  at            INTEGER NOT NULL,
  CONSTRAINT ${prefix}event_pk PRIMARY KEY (id)
) STRICT;
CREATE UNIQUE INDEX ${prefix}event_order ON ${prefix}event (aggregatetype, aggregateid, revision);

CREATE TABLE ${prefix}permit_case (
  id              INTEGER NOT NULL,
  title           TEXT NOT NULL,
  applicant_role  TEXT NOT NULL,
  applicant_id    TEXT NOT NULL,
  status          TEXT NOT NULL,
  revision        INTEGER NOT NULL,
  fee_lines       INTEGER NOT NULL,
  fee_total_cents INTEGER NOT NULL,
  CONSTRAINT ${prefix}permit_case_pk PRIMARY KEY (id)
) STRICT;
CREATE INDEX ${prefix}permit_case_by_status ON ${prefix}permit_case (status, id);

CREATE TABLE ${prefix}permit_reviewer (
  case_id     INTEGER NOT NULL,
  reviewer_id INTEGER NOT NULL,
  CONSTRAINT ${prefix}permit_reviewer_pk PRIMARY KEY (case_id, reviewer_id),
  CONSTRAINT ${prefix}permit_reviewer_case FOREIGN KEY (case_id) REFERENCES ${prefix}permit_case (id)
) STRICT;
CREATE INDEX ${prefix}permit_reviewer_cases ON ${prefix}permit_reviewer (reviewer_id, case_id);

CREATE TABLE ${prefix}permit_fee (
  case_id      INTEGER NOT NULL,
  line         INTEGER NOT NULL,
  description  TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  CONSTRAINT ${prefix}permit_fee_pk PRIMARY KEY (case_id, line),
  CONSTRAINT ${prefix}permit_fee_case FOREIGN KEY (case_id) REFERENCES ${prefix}permit_case (id)
) STRICT;

CREATE TABLE ${prefix}counter (
  name        TEXT NOT NULL,
  last_number INTEGER NOT NULL,
  CONSTRAINT ${prefix}counter_pk PRIMARY KEY (name)
) STRICT;
INSERT INTO ${prefix}counter (name, last_number) VALUES ('permit_case', 0);
