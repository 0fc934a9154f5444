package dev.referee.adapter.mysql;

import org.junit.jupiter.api.AfterAll;

class MariaDbAdapterTest extends FamilyContract {

    private static final MariaDbDatabase DATABASE = new MariaDbDatabase();

    MariaDbAdapterTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }

    @Override
    boolean driverFollowsSession() {
        return true;
    }
}
