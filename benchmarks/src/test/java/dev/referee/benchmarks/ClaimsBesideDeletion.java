package dev.referee.benchmarks;

import com.zaxxer.hikari.HikariDataSource;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.sql.SqlDatabase;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.ExpiredClaims;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Deletes 102,400 expired keys, each with a result, in batches of 200, beside 200 claims a second, each followed by its
 * record; one in five is of a key that is expired. A claim counts from when it was due, not from when a thread came to it. Before that, the
 * same claims without the deletion. Arguments: the engines; PostgreSQL 18, MySQL, MariaDB and SQLite by default. With the system property {@code restless} the deletion does not rest between its batches.
 */
final class ClaimsBesideDeletion {

    private static final int SEEDS = 100;
    private static final int DOUBLINGS = 10;
    private static final int BATCH = 200;
    private static final boolean WITHOUT_RESTS = Boolean.getBoolean("restless");
    private static final int WORKERS = 16;
    private static final long EVERY_NANOS = 1_000_000_000L / 200;
    private static final int ROUNDS = 3;
    private static final Duration ALONE = Duration.ofSeconds(5);
    private static final TimeToLive LONG = TimeToLive.of(Duration.ofDays(1));
    private static final ActionDigest DIGEST = new ActionDigest("0".repeat(64));
    private static final ActionResult RESULT = ActionResult.ofJson("\"" + "r".repeat(200) + "\"");

    private final SqlDatabase database;
    private final IdempotencyStore store;
    private final boolean concat;
    private final AtomicInteger names = new AtomicInteger();

    private ClaimsBesideDeletion(SqlDatabase database, IdempotencyStore store, boolean concat) {
        this.database = database;
        this.store = store;
        this.concat = concat;
    }

    public static void main(String[] args) {
        List<String> engines =
                args.length > 0 ? List.of(args) : List.of("postgresql-18", "mysql-9", "mariadb-11.4", "sqlite");
        for (TestServers server : TestServers.values()) {
            if (engines.contains(server.engine())) {
                measure(server);
            }
        }
        System.exit(0);
    }

    private static void measure(TestServers server) {
        try (SqlDatabase database = SqlDatabase.createDurable(server);
                HikariDataSource pool = database.pool(WORKERS + 2)) {
            boolean concat = server == TestServers.MYSQL_9 || server == TestServers.MARIADB_11_4;
            ClaimsBesideDeletion run =
                    new ClaimsBesideDeletion(database, database.claims(pool).open(), concat);
            run.claims(new AtomicBoolean(), ALONE); // warm up
            System.out.println(server.engine() + ", claims alone: " + summary(run.claims(new AtomicBoolean(), ALONE)));
            List<Long> all = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                all.addAll(run.besideDeletion(server.engine()));
            }
            System.out.println(server.engine() + ", claims beside deletion: " + summary(all));
        }
    }

    private List<Long> besideDeletion(String engine) {
        fill();
        AtomicBoolean stop = new AtomicBoolean();
        ExecutorService claimers = Executors.newSingleThreadExecutor();
        Future<List<Long>> claims = claimers.submit(() -> claims(stop, Duration.ofMinutes(10)));
        long startedAt = System.nanoTime();
        long deleted = WITHOUT_RESTS ? deletedAtOnce() : ExpiredClaims.of(store).delete(Long.MAX_VALUE);
        long took = System.nanoTime() - startedAt;
        stop.set(true);
        try {
            System.out.printf("%s, deletion: %,d keys in %,d ms%n", engine, deleted, took / 1_000_000);
            return claims.get();
        } catch (Exception e) {
            throw new IllegalStateException("a claim or a record failed", e);
        } finally {
            claimers.shutdown();
        }
    }

    private long deletedAtOnce() {
        long deleted = 0;
        for (int last = BATCH; last == BATCH; deleted += last) {
            last = store.deleteExpired(BATCH);
        }
        return deleted;
    }

    /** Expired keys, doubled by the server until there are enough. */
    private void fill() {
        database.execute(List.of("DELETE FROM referee_idempotency"));
        for (int i = 0; i < SEEDS; i++) {
            store.claim(key("old-" + i), DIGEST, TimeToLive.of(Duration.ofMinutes(1 + i)));
        }
        database.advanceClaims(Duration.ofDays(2));
        for (int i = 0; i < DOUBLINGS; i++) {
            String name = concat ? "CONCAT(claim_key, '-" + i + "')" : "claim_key || '-" + i + "'";
            database.execute(
                    List.of("INSERT INTO referee_idempotency (namespace, claim_key, digest, token, expires_at, result)"
                            + " SELECT namespace, " + name + ", digest, token, expires_at, '" + RESULT.text()
                            + "' FROM referee_idempotency"));
        }
    }

    /** How many nanoseconds each claim took, from when it was due. */
    private List<Long> claims(AtomicBoolean stop, Duration limit) {
        long startedAt = System.nanoTime();
        AtomicInteger next = new AtomicInteger();
        ExecutorService workers = Executors.newFixedThreadPool(WORKERS);
        try {
            List<Future<List<Long>>> started = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                started.add(workers.submit(() -> {
                    List<Long> times = new ArrayList<>();
                    while (true) {
                        int number = next.getAndIncrement();
                        long due = startedAt + number * EVERY_NANOS;
                        for (long now = System.nanoTime(); now < due; now = System.nanoTime()) {
                            LockSupport.parkNanos(due - now);
                        }
                        if (stop.get() || due - startedAt > limit.toNanos()) {
                            return times;
                        }
                        times.add(claim(number, due));
                    }
                }));
            }
            List<Long> all = new ArrayList<>();
            for (Future<List<Long>> each : started) {
                all.addAll(each.get());
            }
            return all;
        } catch (Exception e) {
            throw new IllegalStateException("a claim or a record failed", e);
        } finally {
            workers.shutdownNow();
        }
    }

    private long claim(int number, long due) {
        IdempotencyKey key = key(number % 5 == 0 ? anOld(number) : "new-" + names.incrementAndGet());
        ClaimAnswer answer = store.claim(key, DIGEST, LONG);
        long took = System.nanoTime() - due;
        if (answer instanceof ClaimAnswer.Acquired acquired && !store.record(key, acquired.token(), RESULT)) {
            throw new IllegalStateException("a live claim was lost: " + key);
        }
        return took;
    }

    /** One of those that {@link #fill} makes. */
    private static String anOld(int number) {
        Random random = new Random(number);
        StringBuilder name = new StringBuilder("old-").append(random.nextInt(SEEDS));
        for (int i = 0; i < DOUBLINGS; i++) {
            if (random.nextBoolean()) {
                name.append('-').append(i);
            }
        }
        return name.toString();
    }

    private static IdempotencyKey key(String key) {
        return IdempotencyKey.of("bench", key);
    }

    private static String summary(List<Long> nanos) {
        List<Long> sorted = nanos.stream().sorted().collect(Collectors.toList());
        return "%,d claims, p50 %.1f ms, p99 %.1f ms, max %.1f ms"
                .formatted(
                        sorted.size(),
                        sorted.get(sorted.size() / 2) / 1e6,
                        sorted.get(sorted.size() * 99 / 100) / 1e6,
                        sorted.get(sorted.size() - 1) / 1e6);
    }
}
