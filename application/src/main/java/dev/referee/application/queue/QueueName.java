package dev.referee.application.queue;

import dev.referee.domain.command.InvalidValue;
import java.util.regex.Pattern;

/** The name of a queue: 1 to 64 of a-z, 0-9, dot and hyphen. A queue is there as soon as it has a job. */
public record QueueName(String value) {

    private static final Pattern GRAMMAR = Pattern.compile("[a-z0-9.-]{1,64}");

    public QueueName {
        if (!GRAMMAR.matcher(value).matches()) {
            throw new InvalidValue("queue", "must be 1 to 64 of a-z, 0-9, dot and hyphen");
        }
    }

    @Override
    public String toString() {
        return value;
    }
}
