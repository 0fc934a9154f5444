package dev.referee.cookbook.kitchen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.steps.Crew;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.retry.RetryPolicy;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** A recipe's tests, run on one engine after the other. */
@ParameterizedClass(name = "{0}")
@MethodSource("dev.referee.cookbook.kitchen.Kitchen#engines")
@Timeout(120)
public abstract class RecipeTest {

    private static final int WARM_UP = 3;
    private static final int COUNTS = 3;

    @Parameter
    protected TestServers engine = TestServers.IN_MEMORY;

    protected Kitchen kitchen;
    protected Crew crew;
    private long startedAt;

    @BeforeEach
    final void open() {
        startedAt = System.nanoTime();
        kitchen = Kitchen.of(engine);
        crew = new Crew();
    }

    @AfterEach
    final void close() {
        if (kitchen != null) {
            kitchen.steps.clear();
            crew.close();
            Measured.time(engine, System.nanoTime() - startedAt);
        }
    }

    /** As the recipes advise: run again after a deadlock. */
    protected final Transactions transactions() {
        return Transactions.over(kitchen.adapter()).retrying(RetryPolicy.DEFAULT);
    }

    /** Waits until so many transactions wait for a lock; fails at once if one of these ends instead. */
    protected final void awaitBlocked(Future<?>... waiting) {
        Crew.awaitBlocked(kitchen::blocked, waiting);
    }

    /** In a storm of the naive way all but one of the first round lose, unless they were refused; where the engine permits none, some are refused. */
    protected final void assertDamage(Storm storm, Storm.Result result, long lost) {
        if (kitchen.permitsLostUpdates()) {
            assertTrue(lost >= storm.threads() - 1 - result.refused(), () -> lost + " lost of " + result);
        } else {
            assertEquals(0, lost);
            assertTrue(result.refused() > 0);
        }
    }

    /**
     * Counts how many round trips a use of the recipe costs, settings of the session included, for the recipe's page.
     *
     * @param onPostgres as many as the page says, at most
     * @param onInnoDb as many as it says of MySQL and MariaDB, at most
     */
    protected final void countRoundTrips(String recipe, int onPostgres, int onInnoDb, Function<Adapter, Runnable> use) {
        InetSocketAddress server =
                kitchen.sql().database().address().orElseGet(() -> Assumptions.abort("there is no network in between"));
        try (TcpProxy proxy = TcpProxy.to(server.getHostString(), server.getPort());
                var pool = kitchen.sql().database().poolThrough(proxy.port(), 1)) {
            Runnable once = use.apply(kitchen.adapterOn(pool));
            // Only the connections from now on are slow enough to be counted exactly.
            proxy.delay(TcpProxy.COUNTING_DELAY);
            pool.getHikariPoolMXBean().softEvictConnections();
            for (int i = 0; i < WARM_UP; i++) {
                once.run();
            }
            // The least of some: on a machine that is slow for a moment, a limit on statements is sent anew.
            long least = Long.MAX_VALUE;
            for (int i = 0; i < COUNTS; i++) {
                long before = proxy.traffic().roundTrips();
                once.run();
                least = Math.min(least, proxy.traffic().roundTrips() - before);
            }
            long counted = least;
            Measured.roundTrips(recipe, engine, counted);
            int most = engine.engine().startsWith("postgresql") ? onPostgres : onInnoDb;
            assertTrue(counted <= most, () -> recipe + " took " + counted + " round trips, and the page says " + most);
        }
    }
}
