package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.SessionContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbSessionTest extends SessionContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbSessionTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
