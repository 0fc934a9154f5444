package dev.referee.spring;

import dev.referee.application.idempotency.ExpiredClaims;
import dev.referee.application.port.IdempotencyStore;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Deletes expired claims now and then, in batches, on a thread of its own. Several processes may do it side by side. */
final class PeriodicDeletion implements SmartInitializingSingleton, DisposableBean {

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicDeletion.class);

    private final ExpiredClaims claims;
    private final Duration interval;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(run -> {
        Thread made = new Thread(run, "referee-expired-claims");
        made.setDaemon(true);
        return made;
    });

    private Optional<Future<?>> purging = Optional.empty();

    PeriodicDeletion(IdempotencyStore store, Duration interval) {
        this.claims = ExpiredClaims.of(store);
        this.interval = interval;
    }

    @Override
    public void afterSingletonsInstantiated() {
        long millis = interval.toMillis();
        if (millis > 0) {
            purging = Optional.of(thread.scheduleWithFixedDelay(this::purge, millis, millis, TimeUnit.MILLISECONDS));
        }
    }

    /** Never throws: it would not be called again. */
    void purge() {
        try {
            claims.delete(Long.MAX_VALUE);
        } catch (RuntimeException e) {
            LOG.warn("Expired claims could not be deleted: {}", e.getMessage());
        }
    }

    @Override
    public void destroy() {
        purging.ifPresent(future -> future.cancel(true));
        thread.shutdownNow();
    }
}
