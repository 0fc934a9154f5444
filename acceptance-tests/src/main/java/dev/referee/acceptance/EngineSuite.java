package dev.referee.acceptance;

import dev.referee.acceptance.engine.EngineFixture;

/** A class of nested groups of rules, to be run on one engine. */
public interface EngineSuite {

    /** The engine under test, not started. Only the first that is given for a class is started; the others are dropped. */
    EngineFixture engine();
}
