-- For MySQL 8.0.1 and later, and MariaDB 10.6 and later.
--
-- These servers commit each change of a table at once: a migration that stops half-way leaves its first half behind. So every
-- statement can be run again.
--
-- Keys are visible ASCII, compared byte for byte. Text is utf8mb4, compared by code points, trailing spaces included; the name of
-- that collation differs, so a version comment chooses it (MariaDB skips those that are numbered like MySQL 5.7 and later; MySQL before
-- 8.0.17 has none and ignores trailing spaces in comparisons, not in what it keeps). Instants are microseconds since 1970 in UTC,
-- whatever the time zone of the session. The engine is named because the server's default may be one without transactions.

CREATE TABLE IF NOT EXISTS ${schema}${prefix}operation (
    namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    subject VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    operation_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    aggregate_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    actor_role VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    actor_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    command_name VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    command_version INT NOT NULL,
    digest VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    execution VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    revision BIGINT NOT NULL,
    -- JSON as text: a JSON column would not give back the same bytes. TEXT ends at 65,535 bytes, which an outcome may fill.
    outcome MEDIUMTEXT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (namespace, subject, operation_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS ${schema}${prefix}audit (
    namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    aggregate_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    revision BIGINT NOT NULL,
    action VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    actor_role VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    actor_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    reason VARCHAR(2000) NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (namespace, aggregate_id, revision)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;

-- Append-only. The names of the first five columns are the ones that change-data capture looks for.
CREATE TABLE IF NOT EXISTS ${schema}${prefix}event (
    id VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    aggregatetype VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    aggregateid VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    payload MEDIUMTEXT NOT NULL,
    revision BIGINT NOT NULL,
    type_version INT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (id),
    CONSTRAINT ${prefix}event_order UNIQUE (aggregatetype, aggregateid, revision)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS ${schema}${prefix}permit_case (
    id BIGINT NOT NULL,
    title VARCHAR(200) NOT NULL,
    applicant_role VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    applicant_id VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    status VARCHAR(32) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    revision BIGINT NOT NULL,
    fee_lines INT NOT NULL,
    fee_total_cents BIGINT NOT NULL,
    PRIMARY KEY (id),
    INDEX ${prefix}permit_case_by_status (status, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS ${schema}${prefix}permit_reviewer (
    case_id BIGINT NOT NULL,
    reviewer_id BIGINT NOT NULL,
    PRIMARY KEY (case_id, reviewer_id),
    INDEX ${prefix}permit_reviewer_cases (reviewer_id, case_id),
    CONSTRAINT ${prefix}permit_reviewer_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

CREATE TABLE IF NOT EXISTS ${schema}${prefix}permit_fee (
    case_id BIGINT NOT NULL,
    line INT NOT NULL,
    description VARCHAR(500) NOT NULL,
    amount_cents BIGINT NOT NULL,
    PRIMARY KEY (case_id, line),
    CONSTRAINT ${prefix}permit_fee_case FOREIGN KEY (case_id) REFERENCES ${schema}${prefix}permit_case (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;

CREATE TABLE IF NOT EXISTS ${schema}${prefix}counter (
    name VARCHAR(64) NOT NULL,
    last_number BIGINT NOT NULL,
    PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET ascii COLLATE ascii_bin;

INSERT IGNORE INTO ${schema}${prefix}counter (name, last_number) VALUES ('permit_case', 0);
