-- Keys are compared byte for byte: COLLATE "C". Text that is JSON is kept as it came, so it is text.

CREATE TABLE ${schema}${prefix}operation (
  namespace       text        COLLATE "C" NOT NULL,
  subject         text        COLLATE "C" NOT NULL,
  operation_id    text        COLLATE "C" NOT NULL,
  aggregate_id    text        COLLATE "C" NOT NULL,
  actor_role      text        COLLATE "C" NOT NULL,
  actor_id        text        COLLATE "C" NOT NULL,
  command_name    text        COLLATE "C" NOT NULL,
  command_version integer     NOT NULL,
  digest          text        COLLATE "C" NOT NULL,
  execution       text        COLLATE "C" NOT NULL,
  revision        bigint      NOT NULL,
  outcome         text,
  at              timestamptz NOT NULL,
  CONSTRAINT ${prefix}operation_pk PRIMARY KEY (namespace, subject, operation_id)
);

CREATE TABLE ${schema}${prefix}audit (
  namespace    text        COLLATE "C" NOT NULL,
  aggregate_id text        COLLATE "C" NOT NULL,
  revision     bigint      NOT NULL,
  action       text        COLLATE "C" NOT NULL,
  actor_role   text        COLLATE "C" NOT NULL,
  actor_id     text        COLLATE "C" NOT NULL,
  reason       text,
  at           timestamptz NOT NULL,
  CONSTRAINT ${prefix}audit_pk PRIMARY KEY (namespace, aggregate_id, revision)
);

-- Append-only. The names of the first five columns are the ones that change-data capture looks for.
CREATE TABLE ${schema}${prefix}event (
  id            text        COLLATE "C" NOT NULL,
  aggregatetype text        COLLATE "C" NOT NULL,
  aggregateid   text        COLLATE "C" NOT NULL,
  type          text        COLLATE "C" NOT NULL,
  payload       text        NOT NULL,
  revision      bigint      NOT NULL,
  type_version  integer     NOT NULL,
  at            timestamptz NOT NULL,
  CONSTRAINT ${prefix}event_pk PRIMARY KEY (id),
  CONSTRAINT ${prefix}event_order UNIQUE (aggregatetype, aggregateid, revision)
);

CREATE TABLE ${schema}${prefix}permit_case (
  id              bigint  NOT NULL,
  title           text    NOT NULL,
  applicant_role  text    COLLATE "C" NOT NULL,
  applicant_id    text    COLLATE "C" NOT NULL,
  status          text    COLLATE "C" NOT NULL,
  revision        bigint  NOT NULL,
  fee_lines       integer NOT NULL,
  fee_total_cents bigint  NOT NULL,
  CONSTRAINT ${prefix}permit_case_pk PRIMARY KEY (id)
);
CREATE INDEX ${prefix}permit_case_by_status ON ${schema}${prefix}permit_case (status, id);

CREATE TABLE ${schema}${prefix}permit_reviewer (
  case_id     bigint NOT NULL,
  reviewer_id bigint NOT NULL,
  CONSTRAINT ${prefix}permit_reviewer_pk PRIMARY KEY (case_id, reviewer_id),
  CONSTRAINT ${prefix}permit_reviewer_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
);
CREATE INDEX ${prefix}permit_reviewer_cases ON ${schema}${prefix}permit_reviewer (reviewer_id, case_id);

CREATE TABLE ${schema}${prefix}permit_fee (
  case_id      bigint  NOT NULL,
  line         integer NOT NULL,
  description  text    NOT NULL,
  amount_cents bigint  NOT NULL,
  CONSTRAINT ${prefix}permit_fee_pk PRIMARY KEY (case_id, line),
  CONSTRAINT ${prefix}permit_fee_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
);

CREATE TABLE ${schema}${prefix}counter (
  name        text   COLLATE "C" NOT NULL,
  last_number bigint NOT NULL,
  CONSTRAINT ${prefix}counter_pk PRIMARY KEY (name)
);
INSERT INTO ${schema}${prefix}counter (name, last_number) VALUES ('permit_case', 0);
