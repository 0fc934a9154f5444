package dev.referee.acceptance;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.report.SuiteExtension;
import dev.referee.acceptance.rules.RaceRules;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The rules, to be run on one engine: extend it, name the fixture, and all of them run.
 *
 * <pre>{@code
 * class MyEngineAcceptanceTest extends AcceptanceSuite {
 *     @Override
 *     public EngineFixture engine() {
 *         return new MyEngineFixture();
 *     }
 * }
 * }</pre>
 */
@ExtendWith(SuiteExtension.class)
public abstract class AcceptanceSuite {

    /** For subclasses. */
    protected AcceptanceSuite() {}

    /** The engine under test, not started. Only the first that is given for a class is started; the others are dropped. */
    public abstract EngineFixture engine();

    @Nested
    class Races extends RaceRules {}
}
