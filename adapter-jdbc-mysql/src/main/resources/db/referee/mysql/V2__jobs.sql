-- claimable_at: when a free job is due, or when the lease of a claimed one ends. due_at: the place to which a job is given back. Jobs that are
-- done are deleted. A payload may be one byte longer than TEXT can hold.

CREATE TABLE IF NOT EXISTS ${schema}${prefix}job (
    id BIGINT NOT NULL AUTO_INCREMENT,
    queue VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    due_at BIGINT NOT NULL,
    claimable_at BIGINT NOT NULL,
    token VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    attempt INT NOT NULL,
    payload MEDIUMTEXT NOT NULL,
    PRIMARY KEY (id),
    INDEX ${prefix}job_claimable (queue, claimable_at, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;
