-- A row for each claimed key. Keys are visible ASCII, compared byte for byte. A result is JSON, kept as it came, so it is text (a JSON column would
-- not give back the same bytes, and TEXT ends at 65,535); without one the claim is pending. A row whose time is over is nobody's, until it is
-- claimed anew or deleted. Instants are microseconds since 1970 in UTC.

CREATE TABLE IF NOT EXISTS ${schema}${table} (
    namespace VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    claim_key VARCHAR(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    digest VARCHAR(64) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    token VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    expires_at BIGINT NOT NULL,
    result MEDIUMTEXT NULL,
    PRIMARY KEY (namespace, claim_key),
    INDEX ${table}_expiry (expires_at)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;
