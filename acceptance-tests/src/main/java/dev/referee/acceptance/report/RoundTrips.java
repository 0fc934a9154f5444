package dev.referee.acceptance.report;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The round trips that were counted on each engine, for the console. Safe for many threads. */
public final class RoundTrips {

    private static final Map<String, String> ROWS = new ConcurrentSkipListMap<>();
    private static final Map<String, String> CLAIMS = new ConcurrentSkipListMap<>();

    private RoundTrips() {}

    /** Keeps one engine's numbers: of the protocol and of the settings, each for a first execution and a replay. */
    public static void note(String engine, long execution, long replay, long settings, long settingsOfReplay) {
        ROWS.put(engine, "%-16s %10d %10d %10d %10d".formatted(engine, execution, replay, settings, settingsOfReplay));
    }

    /** Keeps one engine's numbers of its store of claims, settings included. */
    public static void noteClaims(String engine, long claim, long replay, long recorded, long released) {
        CLAIMS.put(engine, "%-16s %10d %10d %10d %10d".formatted(engine, claim, replay, recorded, released));
    }

    /** The tables; empty if nothing was counted. */
    static String table() {
        return table(ROWS, "round trips", "execution", "replay", "settings", "(replay)")
                + table(CLAIMS, "of claims", "claim", "replay", "record", "release");
    }

    private static String table(Map<String, String> rows, Object... head) {
        return rows.isEmpty()
                ? ""
                : "%-16s %10s %10s %10s %10s".formatted(head) + "\n" + String.join("\n", rows.values()) + "\n";
    }
}
