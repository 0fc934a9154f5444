package dev.referee.cookbook.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.cookbook.money.SqlAccounts;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How a recipe is put together, from the data source on. */
class WiringTest {

    @Test
    void a_recipe_is_put_together_from_a_data_source() {
        JdbcDataSource dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:wiring;DB_CLOSE_DELAY=-1");
        JdbcClient jdbc = JdbcClient.create(dataSource);
        jdbc.sql(SqlAccounts.TABLE).update();

        assertTrue(Wiring.use(dataSource));

        assertEquals(
                70L,
                jdbc.sql("SELECT cents FROM bank_account WHERE id = 62")
                        .query(Long.class)
                        .single());
    }
}
