package dev.referee.docs;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Revision;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ProviderRefundsTest {

    private static final Actor CLERK = new Actor("clerk", "7");
    private static final Revision SEEN = new Revision(3);

    private final AtomicInteger refunded = new AtomicInteger();
    private boolean away;
    private final ProviderRefunds refunds =
            new ProviderRefunds(InMemoryIdempotencyStore.create(), order -> SEEN, (order, cents) -> {
                if (away) {
                    throw new ProviderRefunds.ProviderAway();
                }
                return "r-" + refunded.incrementAndGet();
            });

    @Test
    void the_page_refunds_once() throws Exception {
        assertEquals("200 {\"id\":\"r-1\"}", refunds.refund(CLERK, "a", "4711", SEEN, 250));
        assertEquals("200 {\"id\":\"r-1\"} (again)", refunds.refund(CLERK, "a", "4711", SEEN, 250));
        assertEquals("422, that request id stood for another refund", refunds.refund(CLERK, "a", "4711", SEEN, 251));
        assertEquals("refused: not-authorized", refunds.refund(new Actor("guest", "7"), "a", "4711", SEEN, 250));
        assertEquals("refused: stale-revision", refunds.refund(CLERK, "a", "4711", new Revision(2), 250));
        assertEquals(1, refunded.get());
    }

    @Test
    void a_refund_that_failed_is_not_tried_again_by_a_repeat() {
        away = true;
        assertThrows(ProviderRefunds.ProviderAway.class, () -> refunds.refund(CLERK, "b", "4711", SEEN, 250));
        away = false;
        assertEquals(
                "409, ask again later: it is being done",
                assertDoesNotThrow(() -> refunds.refund(CLERK, "b", "4711", SEEN, 250)));
        assertEquals(0, refunded.get());
    }
}
