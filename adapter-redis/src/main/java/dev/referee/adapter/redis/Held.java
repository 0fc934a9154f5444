package dev.referee.adapter.redis;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.LockName;
import dev.referee.application.port.LeaseHolder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A lease that one server says is held. */
record Held(String name, String holder, long fence, long deadlineMicros) {

    static final Comparator<LeaseHolder> BY_NAME = Comparator.comparing(LeaseHolder::name);

    private static final int FIRST = 2;
    private static final int PARTS = 4;

    static List<Held> in(Reply reply) {
        List<Held> found = new ArrayList<>();
        for (int i = FIRST; i < reply.size(); i += PARTS) {
            found.add(new Held(
                    new String(reply.bytes(i), StandardCharsets.UTF_8),
                    new String(reply.bytes(i + 1), StandardCharsets.UTF_8),
                    reply.number(i + 2),
                    reply.number(i + 3)));
        }
        return found;
    }

    LeaseHolder toLeaseHolder() {
        return new LeaseHolder(
                new LockName(name), holder, new Fence(fence), Instant.EPOCH.plus(deadlineMicros, ChronoUnit.MICROS));
    }

    static Duration left(long micros) {
        return Duration.of(Math.max(0, micros), ChronoUnit.MICROS);
    }
}
