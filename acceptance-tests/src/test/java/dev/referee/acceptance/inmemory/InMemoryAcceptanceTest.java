package dev.referee.acceptance.inmemory;

import dev.referee.acceptance.AcceptanceSuite;
import dev.referee.acceptance.engine.EngineFixture;

// sample: engine
class InMemoryAcceptanceTest extends AcceptanceSuite {

    @Override
    public EngineFixture engine() {
        return new InMemoryFixture();
    }
}
// end
