package dev.referee.adapter.mysql;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** MySQL comes from no Maven repository: here the contract runs on one that the caller names, the acceptance suite starts its own. */
@EnabledIfEnvironmentVariable(
        named = MySqlDatabase.URL,
        matches = "jdbc:mysql:.+",
        disabledReason = "no MySQL was named; the acceptance suite runs on one of its own")
class MySqlAdapterTest extends FamilyContract {

    private static final MySqlDatabase DATABASE = new MySqlDatabase();

    MySqlAdapterTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }

    @Override
    boolean driverFollowsSession() {
        return false;
    }
}
