package dev.referee.acceptance.report;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.EngineUnavailable;
import java.util.Optional;
import java.util.regex.Pattern;

/** An engine that was started, or could not be; kept for the whole run. */
final class RunningEngine implements AutoCloseable {

    private final EngineFixture fixture;
    private final Optional<String> whyNotRun;

    private RunningEngine(EngineFixture fixture, Optional<String> whyNotRun) {
        this.fixture = fixture;
        this.whyNotRun = whyNotRun;
    }

    /** @param chosen the names of the engines to run, separated by commas */
    static RunningEngine start(EngineFixture fixture, Optional<String> chosen, Results results) {
        String version = "";
        Optional<String> whyNotRun = chosen.filter(names -> !isAmong(fixture.name(), names))
                .map(names -> "only these were asked for: " + names);
        if (whyNotRun.isEmpty()) {
            try {
                version = fixture.start();
            } catch (EngineUnavailable e) {
                whyNotRun = Optional.of(String.valueOf(e.getMessage()));
            }
        }
        results.engine(new Results.EngineLine(fixture.name(), version, whyNotRun));
        return new RunningEngine(fixture, whyNotRun);
    }

    private static boolean isAmong(String name, String names) {
        return Pattern.compile(",").splitAsStream(names).map(String::strip).anyMatch(name::equals);
    }

    EngineFixture fixture() {
        return fixture;
    }

    Optional<String> whyNotRun() {
        return whyNotRun;
    }

    @Override
    public void close() {
        if (whyNotRun.isEmpty()) {
            fixture.close();
        }
    }
}
