package dev.referee.acceptance.steps;

import org.opentest4j.AssertionFailedError;

/** Something that a test waited for did not come in time. Says less than an assertion about what came instead. */
public final class TookTooLong extends AssertionFailedError {

    private static final long serialVersionUID = 1L;

    TookTooLong(String message) {
        super(message);
    }

    TookTooLong(String message, Throwable cause) {
        super(message, cause);
    }
}
