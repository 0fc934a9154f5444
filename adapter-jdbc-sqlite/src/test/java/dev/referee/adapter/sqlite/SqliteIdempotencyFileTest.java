package dev.referee.adapter.sqlite;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.adapter.jdbc.JdbcIdempotencyStore;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.TransactionAlreadyActive;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** A pool of its own does not free the store from the file's one writer. */
class SqliteIdempotencyFileTest {

    private static final TimeToLive TIME = TimeToLive.of(Duration.ofMinutes(1));

    @Test
    void a_transaction_on_another_pool_over_the_same_file_is_refused_and_on_another_file_not() {
        Path file = SqliteDatabase.file();
        JdbcIdempotencyStore store =
                SqliteAdapter.idempotencyStore(SqliteDatabase.on(file)).open();

        in(file, () -> assertThrows(TransactionAlreadyActive.class, () -> claim(store)));
        in(SqliteDatabase.file(), () -> assertInstanceOf(ClaimAnswer.Acquired.class, claim(store)));
    }

    private static ClaimAnswer claim(JdbcIdempotencyStore store) {
        return store.claim(IdempotencyKey.of("imports", "one"), new ActionDigest("a".repeat(64)), TIME);
    }

    private static void in(Path file, Runnable work) {
        new TransactionTemplate(new DataSourceTransactionManager(SqliteDatabase.on(file)))
                .executeWithoutResult(status -> work.run());
    }
}
