package dev.referee.acceptance.report;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

/** The round trips that were counted on each engine, for the console. Safe for many threads. */
public final class RoundTrips {

    private static final Map<String, String> ROWS = new ConcurrentSkipListMap<>();

    private RoundTrips() {}

    /** Keeps one engine's numbers: of the protocol and of the settings, each for a first execution and a replay. */
    public static void note(String engine, long execution, long replay, long settings, long settingsOfReplay) {
        ROWS.put(engine, "%-16s %10d %10d %10d %10d".formatted(engine, execution, replay, settings, settingsOfReplay));
    }

    /** The table; empty if nothing was counted. */
    static String table() {
        if (ROWS.isEmpty()) {
            return "";
        }
        String head =
                "%-16s %10s %10s %10s %10s".formatted("round trips", "execution", "replay", "settings", "(replay)");
        return head + "\n" + String.join("\n", ROWS.values()) + "\n";
    }
}
