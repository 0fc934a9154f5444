-- CHARACTER VARYING is compared byte for byte here, trailing spaces included. JSON is kept as it came, so it is text.

CREATE TABLE ${schema}${prefix}operation (
  namespace       CHARACTER VARYING(64)  NOT NULL,
  subject         CHARACTER VARYING(128) NOT NULL,
  operation_id    CHARACTER VARYING(128) NOT NULL,
  aggregate_id    CHARACTER VARYING(128) NOT NULL,
  actor_role      CHARACTER VARYING(32)  NOT NULL,
  actor_id        CHARACTER VARYING(128) NOT NULL,
  command_name    CHARACTER VARYING(64)  NOT NULL,
  command_version INTEGER                NOT NULL,
  digest          CHARACTER VARYING(64)  NOT NULL,
  execution       CHARACTER VARYING(64)  NOT NULL,
  revision        BIGINT                 NOT NULL,
  outcome         CHARACTER VARYING,
  at              TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  CONSTRAINT ${schema}${prefix}operation_pk PRIMARY KEY (namespace, subject, operation_id)
);

CREATE TABLE ${schema}${prefix}audit (
  namespace    CHARACTER VARYING(64)  NOT NULL,
  aggregate_id CHARACTER VARYING(128) NOT NULL,
  revision     BIGINT                 NOT NULL,
  action       CHARACTER VARYING(64)  NOT NULL,
  actor_role   CHARACTER VARYING(32)  NOT NULL,
  actor_id     CHARACTER VARYING(128) NOT NULL,
  reason       CHARACTER VARYING,
  at           TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  CONSTRAINT ${schema}${prefix}audit_pk PRIMARY KEY (namespace, aggregate_id, revision)
);

-- Append-only. The names of the first five columns are the ones that change-data capture looks for.
CREATE TABLE ${schema}${prefix}event (
  id            CHARACTER VARYING(36)  NOT NULL,
  aggregatetype CHARACTER VARYING(64)  NOT NULL,
  aggregateid   CHARACTER VARYING(128) NOT NULL,
  type          CHARACTER VARYING(64)  NOT NULL,
  payload       CHARACTER VARYING      NOT NULL,
  revision      BIGINT                 NOT NULL,
  type_version  INTEGER                NOT NULL,
  at            TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  CONSTRAINT ${schema}${prefix}event_pk PRIMARY KEY (id),
  CONSTRAINT ${schema}${prefix}event_order UNIQUE (aggregatetype, aggregateid, revision)
);

CREATE TABLE ${schema}${prefix}permit_case (
  id              BIGINT                 NOT NULL,
  title           CHARACTER VARYING      NOT NULL,
  applicant_role  CHARACTER VARYING(32)  NOT NULL,
  applicant_id    CHARACTER VARYING(128) NOT NULL,
  status          CHARACTER VARYING(32)  NOT NULL,
  revision        BIGINT                 NOT NULL,
  fee_lines       INTEGER                NOT NULL,
  fee_total_cents BIGINT                 NOT NULL,
  CONSTRAINT ${schema}${prefix}permit_case_pk PRIMARY KEY (id)
);
CREATE INDEX ${schema}${prefix}permit_case_by_status ON ${schema}${prefix}permit_case (status, id);

CREATE TABLE ${schema}${prefix}permit_reviewer (
  case_id     BIGINT NOT NULL,
  reviewer_id BIGINT NOT NULL,
  CONSTRAINT ${schema}${prefix}permit_reviewer_pk PRIMARY KEY (case_id, reviewer_id),
  CONSTRAINT ${schema}${prefix}permit_reviewer_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
);
CREATE INDEX ${schema}${prefix}permit_reviewer_cases ON ${schema}${prefix}permit_reviewer (reviewer_id, case_id);

CREATE TABLE ${schema}${prefix}permit_fee (
  case_id      BIGINT            NOT NULL,
  line         INTEGER           NOT NULL,
  description  CHARACTER VARYING NOT NULL,
  amount_cents BIGINT            NOT NULL,
  CONSTRAINT ${schema}${prefix}permit_fee_pk PRIMARY KEY (case_id, line),
  CONSTRAINT ${schema}${prefix}permit_fee_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
);

CREATE TABLE ${schema}${prefix}counter (
  name        CHARACTER VARYING(64) NOT NULL,
  last_number BIGINT                NOT NULL,
  CONSTRAINT ${schema}${prefix}counter_pk PRIMARY KEY (name)
);
INSERT INTO ${schema}${prefix}counter (name, last_number) VALUES ('permit_case', 0);
