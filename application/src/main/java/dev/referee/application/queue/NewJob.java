package dev.referee.application.queue;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A job as it is put into its queue.
 *
 * @param payload what the worker is told: 1 to 65,536 bytes of UTF-8, kept as it is; no U+0000 and no lone surrogate
 * @param due not to be claimed before, by the store's clock; cut to microseconds, from 1970 to the year 9999. Empty: at once
 */
public record NewJob(QueueName queue, String payload, Optional<Instant> due) {

    public static final int MAX_PAYLOAD_BYTES = 65_536;

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999Z");

    public NewJob {
        Check.utf8("payload", payload, MAX_PAYLOAD_BYTES);
        due = due.map(NewJob::checked);
    }

    /** A job that is due at once. */
    public static NewJob of(QueueName queue, String payload) {
        return new NewJob(queue, payload, Optional.empty());
    }

    /** The same job, due at this time. */
    public NewJob due(Instant time) {
        return new NewJob(queue, payload, Optional.of(time));
    }

    private static Instant checked(Instant due) {
        if (due.isBefore(EARLIEST) || due.isAfter(LATEST)) {
            throw new InvalidValue("due", "must be " + EARLIEST + " to " + LATEST + ", but is " + due);
        }
        return due.truncatedTo(ChronoUnit.MICROS);
    }
}
