package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import java.time.Duration;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** An empty idempotency store for each test. */
abstract class ClaimBench {

    static final IdempotencyKey KEY = IdempotencyKey.of("payments", "key-1");
    static final ActionDigest ACTION = new ActionDigest("a".repeat(64));
    static final ActionDigest OTHER_ACTION = new ActionDigest("b".repeat(64));
    static final ActionResult RESULT = ActionResult.ofJson("{\"z\":1, \"a\":\"\\u0041\"}");
    static final TimeToLive TIME = TimeToLive.of(Duration.ofMinutes(10));

    final Database database;
    DataSource direct;
    Spy spy;
    HikariDataSource pool;
    JdbcClient sql;
    JdbcIdempotencyStore store;
    ExecutorService threads;

    ClaimBench(Database database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        threads = Executors.newCachedThreadPool();
        direct = database.fresh();
        spy = new Spy(direct);
        pool = poolOf(8);
        sql = JdbcClient.create(pool);
        store = database.idempotencyStore(pool).open();
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        pool.close();
    }

    HikariDataSource poolOf(int size) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(spy);
        config.setMaximumPoolSize(size);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        return new HikariDataSource(config);
    }

    Token acquire(IdempotencyKey key) {
        return assertInstanceOf(ClaimAnswer.Acquired.class, store.claim(key, ACTION, TIME))
                .token();
    }

    /** As if all claims had been made an hour earlier. */
    void letExpire() {
        sql.sql("UPDATE referee_idempotency SET expires_at = "
                        + database.hoursEarlier().formatted(1))
                .update();
    }

    /** Not every server's default. */
    TransactionTemplate readCommitted() {
        return readCommitted(pool);
    }

    static TransactionTemplate readCommitted(DataSource on) {
        TransactionTemplate callers = new TransactionTemplate(new DataSourceTransactionManager(on));
        callers.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return callers;
    }

    /** On a thread without a transaction. */
    <R> R elsewhere(Callable<R> call) {
        try {
            return threads.submit(call).get(20, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("failed on another thread", e);
        }
    }

    static void awaitOn(CountDownLatch latch) {
        try {
            if (!latch.await(20, TimeUnit.SECONDS)) {
                throw new IllegalStateException("nobody has come");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("not all have come", e);
        }
    }
}
