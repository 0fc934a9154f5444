package dev.referee.acceptance.net;

import java.util.concurrent.atomic.AtomicLong;

/** Counts for the whole relay; connections add to it as they count for themselves. */
final class Meter {

    private final AtomicLong connections = new AtomicLong();
    private final AtomicLong roundTrips = new AtomicLong();
    private final AtomicLong fromClient = new AtomicLong();
    private final AtomicLong toClient = new AtomicLong();

    void connection() {
        connections.incrementAndGet();
    }

    void roundTrip() {
        roundTrips.incrementAndGet();
    }

    void fromClient(int bytes) {
        fromClient.addAndGet(bytes);
    }

    void toClient(int bytes) {
        toClient.addAndGet(bytes);
    }

    Traffic snapshot() {
        return new Traffic(connections.get(), roundTrips.get(), fromClient.get(), toClient.get());
    }
}
