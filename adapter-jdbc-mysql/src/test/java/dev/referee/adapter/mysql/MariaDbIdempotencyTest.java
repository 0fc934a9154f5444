package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.IdempotencyContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbIdempotencyTest extends IdempotencyContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbIdempotencyTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
