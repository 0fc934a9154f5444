package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.IdempotencySchemaContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbIdempotencySchemaTest extends IdempotencySchemaContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbIdempotencySchemaTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
