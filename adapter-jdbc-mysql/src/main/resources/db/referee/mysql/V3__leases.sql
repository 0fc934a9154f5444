-- A row for each name that was ever leased. It is never deleted: it holds the fence, which must not begin anew. Without a token it is free. The
-- name is its bytes in UTF-8, so that no character set and no collation can make one of two names.

CREATE TABLE IF NOT EXISTS ${schema}${prefix}lease (
    name VARBINARY(200) NOT NULL,
    fence BIGINT NOT NULL,
    token VARCHAR(36) CHARACTER SET ascii COLLATE ascii_bin NULL,
    holder VARCHAR(200) NOT NULL,
    deadline BIGINT NOT NULL,
    PRIMARY KEY (name)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4
  /*!80001 COLLATE utf8mb4_bin */ /*!80017 COLLATE utf8mb4_0900_bin */ /*M! COLLATE utf8mb4_nopad_bin */;
