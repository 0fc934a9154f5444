-- claimable_at: when a free job is due, or when the lease of a claimed one ends. due_at: the place to which a job is given back. Jobs that are
-- done are deleted.

-- A sequence with a name: that of an identity column would have one of H2's own making.
CREATE SEQUENCE ${schema}${prefix}job_id AS BIGINT;

CREATE TABLE ${schema}${prefix}job (
  id           BIGINT DEFAULT NEXT VALUE FOR ${schema}${prefix}job_id NOT NULL,
  queue        CHARACTER VARYING(64) NOT NULL,
  due_at       TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  claimable_at TIMESTAMP(6) WITH TIME ZONE NOT NULL,
  token        CHARACTER VARYING(36),
  attempt      INTEGER NOT NULL,
  payload      CHARACTER VARYING NOT NULL,
  CONSTRAINT ${schema}${prefix}job_pk PRIMARY KEY (id)
);
CREATE INDEX ${schema}${prefix}job_claimable ON ${schema}${prefix}job (queue, claimable_at, id);
