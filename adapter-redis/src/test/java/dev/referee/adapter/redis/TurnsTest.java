package dev.referee.adapter.redis;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.LockName;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private static final LockName NAME = new LockName("n");
    private static final long MOMENT = 1_000_000;

    private final Turns turns = new Turns();

    @Test
    void a_name_is_one_threads_until_it_ends_its_turn_and_no_other_name_waits_for_it() throws InterruptedException {
        assertTrue(turns.take(NAME, MOMENT));

        assertFalse(CompletableFuture.supplyAsync(() -> taken(NAME)).join());
        for (int i = 0; i < 1_000; i++) {
            LockName other = new LockName("other/" + i);
            assertTrue(CompletableFuture.supplyAsync(() -> taken(other)).join());
        }
        turns.end(NAME);

        assertTrue(CompletableFuture.supplyAsync(() -> taken(NAME)).join());
        assertTrue(turns.isEmpty(), "no name is kept");
    }

    private boolean taken(LockName name) {
        try {
            boolean had = turns.take(name, MOMENT);
            if (had) {
                turns.end(name);
            }
            return had;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
