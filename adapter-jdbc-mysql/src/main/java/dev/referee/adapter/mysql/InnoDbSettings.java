package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.dialect.SessionSettings;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Pins READ COMMITTED and bounds every wait, in one SET; puts it all back in another. Each SET first keeps the old values in user variables
 * of the session: assignments run from left to right, and if one fails none takes effect.
 *
 * <p>The isolation is set for the session, not for the next transaction only, so that whoever asks the driver in between is told the truth.
 *
 * @param isolation the name of the isolation variable
 * @param statementLimit the name of the variable that bounds a statement: of MySQL a read, of MariaDB any, COMMIT included
 * @param statementLimitOf writes a duration for it
 */
record InnoDbSettings(String isolation, String statementLimit, Function<Duration, String> statementLimitOf)
        implements SessionSettings {

    private static final String KEPT = "@referee_";

    /** The server checks its lock time-outs in whole seconds. Both bounds are for writes; the locking read brings its own, in milliseconds. */
    private static final String ROW_WAIT = "innodb_lock_wait_timeout";

    /** A wait for a table that is being altered, and of COMMIT behind FLUSH TABLES WITH READ LOCK. */
    private static final String TABLE_WAIT = "lock_wait_timeout";

    @Override
    public List<String> begin(Duration first, Duration rest) {
        return List.of("SET " + keep(isolation) + ", " + keepLimits() + ", " + session(isolation)
                + " = 'READ-COMMITTED', " + setLimits(first, rest));
    }

    @Override
    public List<String> join(Duration first, Duration rest) {
        return List.of("SET " + keepLimits() + ", " + setLimits(first, rest));
    }

    @Override
    public List<String> limit(Duration statement) {
        return List.of("SET " + setLimits(statement, statement));
    }

    @Override
    public boolean boundsLock() {
        return false;
    }

    @Override
    public List<String> restore() {
        return List.of(giveBack(Stream.of(isolation, ROW_WAIT, TABLE_WAIT, statementLimit)));
    }

    @Override
    public List<String> restoreJoined() {
        return List.of(giveBack(Stream.of(ROW_WAIT, TABLE_WAIT, statementLimit)));
    }

    /** A failed statement does not abort a transaction here, so the caller's settings can be put back. */
    @Override
    public boolean restoresAfterFailure() {
        return true;
    }

    private String keepLimits() {
        return keep(ROW_WAIT) + ", " + keep(TABLE_WAIT) + ", " + keep(statementLimit);
    }

    private String setLimits(Duration first, Duration rest) {
        // A row lock's time-out below the wait that was asked for would end it early.
        long wait = Limits.wholeSeconds(first.compareTo(rest) > 0 ? first : rest);
        return session(ROW_WAIT) + " = " + wait + ", " + session(TABLE_WAIT) + " = " + wait + ", "
                + session(statementLimit) + " = " + statementLimitOf.apply(rest);
    }

    private static String giveBack(Stream<String> names) {
        return names.map(name -> session(name) + " = " + KEPT + name + ", " + KEPT + name + " = NULL")
                .collect(Collectors.joining(", ", "SET ", ""));
    }

    private static String keep(String name) {
        return KEPT + name + " = " + session(name);
    }

    private static String session(String name) {
        return "@@session." + name;
    }
}
