-- claimable_at: when a free job is due, or when the lease of a claimed one ends. due_at: the place to which a job is given back. Jobs that are
-- done are deleted, and AUTOINCREMENT gives no number twice even so.

CREATE TABLE ${prefix}job (
  id           INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  queue        TEXT NOT NULL,
  due_at       INTEGER NOT NULL,
  claimable_at INTEGER NOT NULL,
  token        TEXT,
  attempt      INTEGER NOT NULL,
  payload      TEXT NOT NULL
) STRICT;
CREATE INDEX ${prefix}job_claimable ON ${prefix}job (queue, claimable_at, id);
