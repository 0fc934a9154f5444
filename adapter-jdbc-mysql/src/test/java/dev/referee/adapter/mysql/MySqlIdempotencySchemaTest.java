package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.IdempotencySchemaContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** MySQL comes from no Maven repository: here the contract runs on one that the caller names, the acceptance suite starts its own. */
@EnabledIfEnvironmentVariable(
        named = MySqlDatabase.URL,
        matches = "jdbc:mysql:.+",
        disabledReason = "no MySQL was named; the acceptance suite runs on one of its own")
class MySqlIdempotencySchemaTest extends IdempotencySchemaContract {

    private static final MySqlDatabase DATABASE = new MySqlDatabase();

    MySqlIdempotencySchemaTest() {
        super(DATABASE);
    }

    @AfterAll
    static void drop() {
        DATABASE.dropAll();
    }
}
