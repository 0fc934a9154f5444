package dev.referee.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.referee.application.lock.LockWait;
import dev.referee.application.port.Feature;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.jdbc.core.simple.JdbcClient;

/** One opened database with an account for each test. */
abstract class Contract {

    static final LockWait WAIT = LockWait.upTo(Duration.ofMillis(300));

    final Database database;
    final Account.Store store = new Account.Store();
    DataSource direct;
    HikariDataSource pool;
    JdbcClient sql;
    JdbcAdapter adapter;

    Contract(Database database) {
        this.database = database;
    }

    @BeforeEach
    void open() {
        direct = database.fresh();
        pool = poolOf(2, direct);
        sql = JdbcClient.create(pool);
        sql.sql("CREATE TABLE account (id VARCHAR(128) PRIMARY KEY, revision BIGINT NOT NULL, cents BIGINT NOT NULL,"
                        + " note VARCHAR(200) NOT NULL)")
                .update();
        sql.sql("INSERT INTO account VALUES ('one', 1, 100, 'note')").update();
        adapter = database.on(pool).open();
    }

    @AfterEach
    void close() {
        pool.close();
    }

    /** Skips the test, with the adapter's own reason, if the engine lacks the feature. */
    void requires(Feature feature) {
        adapter.capabilities()
                .whyNot(feature)
                .ifPresent(reason -> Assumptions.abort(feature + " is missing: " + reason));
    }

    boolean has(Feature feature) {
        return adapter.capabilities().whyNot(feature).isEmpty();
    }

    /** In a schema of this name, where the engine has such. */
    JdbcAdapterBuilder in(String schema, DataSource source) {
        return has(Feature.SCHEMA_NAMES) ? database.on(source).schema(schema) : database.on(source);
    }

    HikariDataSource poolOf(int size, DataSource source) {
        HikariConfig config = new HikariConfig();
        config.setDataSource(source);
        config.setMaximumPoolSize(size);
        config.setConnectionTimeout(2_000);
        return new HikariDataSource(config);
    }

    long cents() {
        return sql.sql("SELECT cents FROM account WHERE id = 'one'")
                .query(Long.class)
                .single();
    }

    long operations() {
        return sql.sql("SELECT count(*) FROM referee_operation")
                .query(Long.class)
                .single();
    }

    long depositFive() {
        Bench.deposit(Bench.engine(adapter), store, "op", 5);
        return cents();
    }
}
