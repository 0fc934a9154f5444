package dev.referee.cookbook.kitchen;

import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestPlan;

/** What was measured, for the pages to quote: printed at the end of the run, and kept in a file. Is made by JUnit. */
public final class Measured implements TestExecutionListener {

    private static final Map<TestServers, String> ENGINES = new EnumMap<>(TestServers.class);
    private static final Map<TestServers, Long> NANOS = new EnumMap<>(TestServers.class);
    private static final Map<String, Map<TestServers, String>> ROWS = new TreeMap<>();

    static synchronized void engine(TestServers engine, Optional<String> whyNotRun) {
        ENGINES.put(engine, whyNotRun.map(reason -> "not run: " + reason).orElseGet(() -> version(engine)));
    }

    private static String version(TestServers engine) {
        ServerState state = engine.state();
        if (state instanceof ServerState.Running running) {
            return running.version();
        }
        return state instanceof ServerState.InProcess here ? here.version() : "";
    }

    static synchronized void time(TestServers engine, long nanos) {
        NANOS.merge(engine, nanos, Long::sum);
    }

    /** Notes one storm. */
    public static void storm(String recipe, TestServers engine, Storm storm, Storm.Result result, long damage) {
        note(
                recipe + ", of " + storm.operations(),
                engine,
                String.format(
                        Locale.ROOT,
                        "%d lost, %d refused, %.1f s",
                        damage,
                        result.refused(),
                        result.took().toMillis() / 1_000.0));
    }

    static void roundTrips(String recipe, TestServers engine, long number) {
        note(recipe + ", round trips", engine, Long.toString(number));
    }

    /** Notes what a page says of an engine. */
    public static synchronized void note(String row, TestServers engine, String what) {
        ROWS.computeIfAbsent(row, r -> new EnumMap<>(TestServers.class)).put(engine, what);
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        String text = text();
        System.out.print(text);
        String file = System.getProperty("referee.cookbook.results", "");
        if (!file.isEmpty()) {
            write(Path.of(file), text);
        }
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException("the results could not be written", e);
        }
    }

    private static synchronized String text() {
        StringBuilder text = new StringBuilder("Cookbook\n");
        ENGINES.forEach((engine, version) -> text.append(String.format(
                Locale.ROOT,
                "  %-14s %s%s%n",
                engine.engine(),
                version,
                NANOS.containsKey(engine) ? String.format(Locale.ROOT, " (%.1f s)", NANOS.get(engine) / 1e9) : "")));
        ROWS.forEach((row, cells) -> {
            text.append(row).append('\n');
            cells.forEach(
                    (engine, cell) -> text.append(String.format(Locale.ROOT, "  %-14s %s%n", engine.engine(), cell)));
        });
        return text.toString();
    }
}
