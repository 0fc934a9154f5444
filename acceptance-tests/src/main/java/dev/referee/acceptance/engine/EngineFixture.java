package dev.referee.acceptance.engine;

import dev.referee.application.port.Feature;

/**
 * One engine as the suite sees it: all that has to be written to test an engine. Made cheaply, started once in a run, and closed at its
 * end. Used by one test at a time; what a {@link TestStore} gives is used by many threads.
 */
public interface EngineFixture extends AutoCloseable {

    /** The engine's name in the report, such as {@code postgresql-18}. */
    String name();

    /**
     * Starts the engine, or connects to it.
     *
     * @return the version, as the engine states it
     * @throws EngineUnavailable if it cannot be had here: its tests are then skipped with this reason
     */
    String start() throws EngineUnavailable;

    /** An empty store with its tables. The one before it is closed by then. */
    TestStore openEmpty();

    /**
     * An empty store that outlives this process, for tests that kill one. May be another kind of store than {@link #openEmpty()}: a file
     * where that is in memory. Needs {@link dev.referee.application.port.Feature#DURABILITY}.
     */
    default TestStore openEmptyDurable() {
        return openEmpty();
    }

    /** A database without any table of the library. Needs {@link Feature#SCHEMA}. */
    default BareStore openBare() {
        throw new HookMissing(Feature.SCHEMA);
    }

    /** How many round trips a command may spend on the session's settings, putting them back included. */
    default int mostSettingsOfACommand() {
        return 6;
    }

    @Override
    void close();
}
