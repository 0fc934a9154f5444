package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.FailureContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbFailureTest extends FailureContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbFailureTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
