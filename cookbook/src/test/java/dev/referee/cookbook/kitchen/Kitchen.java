package dev.referee.cookbook.kitchen;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.sql.SqlDatabase;
import dev.referee.acceptance.steps.Steps;
import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StepListener;
import dev.referee.cookbook.signup.SqlMembers;
import dev.referee.cookbook.wallet.SqlReceipts;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.Assumptions;

/**
 * One engine with the tables of all recipes. Opened when it is first asked for, once per JVM. Its rows stay: each test takes numbers of its
 * own. Safe for many threads.
 */
public final class Kitchen {

    /** Storms of 16 threads, and some to look on. */
    private static final int POOL = 20;

    private static final Map<TestServers, Kitchen> OPEN = new EnumMap<>(TestServers.class);
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final TestServers engine;
    private final Adapter adapter;
    private final IntSupplier blocked;
    private final Optional<SqlKitchen> sql;
    private final Claims claims;

    /** Steers the transactions of {@link #adapter()}. */
    public final Steps steps;

    private Kitchen(
            TestServers engine,
            Adapter adapter,
            IntSupplier blocked,
            Optional<SqlKitchen> sql,
            Claims claims,
            Steps steps) {
        this.claims = claims;
        this.engine = engine;
        this.adapter = adapter;
        this.blocked = blocked;
        this.sql = sql;
        this.steps = steps;
    }

    /** An SQL database, and a pool of connections to it. */
    public record SqlKitchen(SqlDatabase database, HikariDataSource pool) {}

    /**
     * A store of claims.
     *
     * @param advance moves its clock ahead
     */
    private record Claims(IdempotencyStore store, Consumer<Duration> advance) {
        static Claims inMemory() {
            AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
            return new Claims(
                    InMemoryIdempotencyStore.create(() -> Instant.now().plus(ahead.get())),
                    by -> ahead.updateAndGet(by::plus));
        }
    }

    /** Those that a run knows of, whether they can be had or not. */
    static List<TestServers> engines() {
        return List.of(TestServers.values());
    }

    /** Opens the engine's; aborts the calling test, with the reason, if it is not to be run or cannot be had. */
    static synchronized Kitchen of(TestServers engine) {
        Kitchen open = OPEN.get(engine);
        if (open != null) {
            return open;
        }
        abortUnlessRun(engine);
        Kitchen opened = engine == TestServers.IN_MEMORY ? inMemory() : sql(engine);
        OPEN.put(engine, opened);
        return opened;
    }

    /** Aborts the calling test, with the reason, if the engine is not to be run or cannot be had. */
    public static void abortUnlessRun(TestServers engine) {
        Optional<String> whyNot = whyNotAsked(engine).or(() -> whyNotHad(engine));
        Measured.engine(engine, whyNot);
        whyNot.ifPresent(reason -> Assumptions.abort(engine.engine() + " is not run: " + reason));
    }

    private static Optional<String> whyNotAsked(TestServers engine) {
        String chosen = System.getProperty("referee.engines", "");
        return chosen.isBlank()
                        || Arrays.stream(chosen.split(",")).map(String::strip).anyMatch(engine.engine()::equals)
                ? Optional.empty()
                : Optional.of("only these were asked for: " + chosen);
    }

    private static Optional<String> whyNotHad(TestServers engine) {
        return engine.state() instanceof ServerState.Unavailable unavailable
                ? Optional.of(unavailable.reason())
                : Optional.empty();
    }

    private static Kitchen inMemory() {
        Steps steps = new Steps();
        InMemoryAdapter adapter = InMemoryAdapter.create(steps);
        return new Kitchen(
                TestServers.IN_MEMORY, adapter, adapter::waitingUnits, Optional.empty(), Claims.inMemory(), steps);
    }

    private static Kitchen sql(TestServers engine) {
        Steps steps = new Steps();
        SqlDatabase database = SqlDatabase.create(engine);
        HikariDataSource pool = database.pool(POOL);
        database.execute(Tables.ALL);
        Adapter adapter = open(database, pool, steps);
        Runtime.getRuntime().addShutdownHook(new Thread(pool::close, "close-pool"));
        return new Kitchen(
                engine,
                adapter,
                database::blockedSessions,
                Optional.of(new SqlKitchen(database, pool)),
                new Claims(database.claims(pool).open(), database::advanceClaims),
                steps);
    }

    private static Adapter open(SqlDatabase database, HikariDataSource pool, StepListener listener) {
        return database.adapter(pool)
                .guards(new SqlMembers(), new SqlReceipts())
                .listener(listener)
                .open();
    }

    /** Another node of this engine. */
    Adapter adapterOn(HikariDataSource another) {
        return open(sql().database(), another, StepListener.NONE);
    }

    public TestServers engine() {
        return engine;
    }

    public Adapter adapter() {
        return adapter;
    }

    /** Where keys of actions are claimed. */
    public IdempotencyStore claims() {
        return claims.store();
    }

    /** Lets time pass for all claims. */
    public void advanceClaims(Duration by) {
        claims.advance().accept(by);
    }

    /** How many transactions wait for a lock. */
    public int blocked() {
        return blocked.getAsInt();
    }

    /** The store of the two that belongs to this engine. */
    public <S> AggregateStore<S> choose(AggregateStore<S> inSql, AggregateStore<S> inMemory) {
        return sql.isPresent() ? inSql : inMemory;
    }

    /** For what is written in SQL; aborts the calling test where there is none. */
    public SqlKitchen sql() {
        return sql.orElseGet(() -> Assumptions.abort("there is no SQL in memory"));
    }

    public boolean hasSql() {
        return sql.isPresent();
    }

    public DataSource pool() {
        return sql().pool();
    }

    /** The number that a question gives. */
    public long ask(String question) {
        return Long.parseLong(sql().database().ask(question).get(0));
    }

    /** As large as the engine is quick. */
    public Storm storm() {
        return isOneWriter() ? new Storm(8, 200) : Storm.USUAL;
    }

    /** Whether of two transactions that have read a row both may write it, at the level that the server has by default. */
    public boolean permitsLostUpdates() {
        return !isOneWriter();
    }

    /** SQLite has one writer at a time, and a transaction that has read may not write once somebody else has. */
    private boolean isOneWriter() {
        return engine.engine().equals("sqlite");
    }

    /** A number that no other test has. */
    public static long fresh() {
        return NUMBERS.incrementAndGet();
    }
}
