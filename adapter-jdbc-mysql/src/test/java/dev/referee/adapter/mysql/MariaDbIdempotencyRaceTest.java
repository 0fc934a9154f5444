package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.IdempotencyRaceContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbIdempotencyRaceTest extends IdempotencyRaceContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbIdempotencyRaceTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
