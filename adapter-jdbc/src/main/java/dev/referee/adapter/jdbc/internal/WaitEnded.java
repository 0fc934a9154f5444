package dev.referee.adapter.jdbc.internal;

import java.sql.SQLException;

/** The server answered that a wait has ended, without an error of its own. */
final class WaitEnded extends SQLException {

    private static final long serialVersionUID = 1L;

    WaitEnded(String message) {
        super(message);
    }
}
