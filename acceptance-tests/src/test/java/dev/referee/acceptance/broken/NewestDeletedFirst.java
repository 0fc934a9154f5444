package dev.referee.acceptance.broken;

import java.time.Duration;
import java.util.Comparator;

/** Deletion begins at the wrong end. */
final class NewestDeletedFirst extends MapClaims {

    NewestDeletedFirst(Rows shared, Duration clientsClock) {
        super(shared, clientsClock);
    }

    @Override
    Comparator<Row> deletionOrder() {
        return super.deletionOrder().reversed();
    }
}
