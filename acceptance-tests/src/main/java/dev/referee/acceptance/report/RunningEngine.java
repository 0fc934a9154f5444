package dev.referee.acceptance.report;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.EngineUnavailable;
import java.util.Optional;

/** An engine that was started, or could not be; kept for the whole run. */
final class RunningEngine implements AutoCloseable {

    private final EngineFixture fixture;
    private final Optional<String> whyNotRun;

    private RunningEngine(EngineFixture fixture, Optional<String> whyNotRun) {
        this.fixture = fixture;
        this.whyNotRun = whyNotRun;
    }

    static RunningEngine start(EngineFixture fixture, Results results) {
        String version = "";
        Optional<String> whyNotRun = Optional.empty();
        try {
            version = fixture.start();
        } catch (EngineUnavailable e) {
            whyNotRun = Optional.of(String.valueOf(e.getMessage()));
        }
        results.engine(new Results.EngineLine(fixture.name(), version, whyNotRun));
        return new RunningEngine(fixture, whyNotRun);
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
