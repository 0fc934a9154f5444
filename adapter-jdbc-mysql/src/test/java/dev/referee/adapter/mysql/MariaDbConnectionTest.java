package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.ConnectionContract;
import org.junit.jupiter.api.AfterAll;

class MariaDbConnectionTest extends ConnectionContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbConnectionTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
