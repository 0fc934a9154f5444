-- Always empty to whoever looks: a transaction that locks a name inserts its row and deletes it again.

CREATE TABLE ${schema}${prefix}advisory_lock (
  id BIGINT NOT NULL,
  CONSTRAINT ${schema}${prefix}advisory_lock_pk PRIMARY KEY (id)
);
