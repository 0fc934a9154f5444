package dev.referee.acceptance.broken;

import dev.referee.acceptance.AcceptanceSuite;
import dev.referee.acceptance.engine.EngineFixture;

/** The suite as it is, on the engine that {@link SuiteRun} has put in place for its own thread. */
class BrokenEngineSuite extends AcceptanceSuite {

    static final ThreadLocal<EngineFixture> ENGINE = new ThreadLocal<>();

    @Override
    public EngineFixture engine() {
        return ENGINE.get();
    }
}
