package dev.referee.acceptance.engine;

import java.util.Optional;

/**
 * How a node's connections are made. Without meaning where there are none.
 *
 * @param driver is told of each call that the pool or the adapter makes to the driver
 * @param isolation the level that the pool's connections have while nobody uses them; empty: the server's default
 * @param countsChangedRows whether the driver counts the rows that an update changed, where it can, in place of those that it found
 * @param ordinaryUser whether the user may only read and write rows, and neither change the schema nor administer the server
 */
public record Wiring(
        DriverListener driver, Optional<Isolation> isolation, boolean countsChangedRows, boolean ordinaryUser) {

    /** As an administrator, with what driver and server have as their defaults. */
    public static final Wiring DEFAULT = new Wiring(DriverListener.NONE, Optional.empty(), false, false);

    public Wiring driver(DriverListener listener) {
        return new Wiring(listener, isolation, countsChangedRows, ordinaryUser);
    }

    public Wiring isolation(Isolation level) {
        return new Wiring(driver, Optional.of(level), countsChangedRows, ordinaryUser);
    }

    public Wiring countingChangedRows() {
        return new Wiring(driver, isolation, true, ordinaryUser);
    }

    public Wiring asOrdinaryUser() {
        return new Wiring(driver, isolation, countsChangedRows, true);
    }
}
