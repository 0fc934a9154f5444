package dev.referee.acceptance;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.LeaseEngine;
import dev.referee.acceptance.engine.LeaseFixture;
import dev.referee.acceptance.report.SuiteExtension;
import dev.referee.acceptance.rules.LeaseFaultRules;
import dev.referee.acceptance.rules.LeaseLossRules;
import dev.referee.acceptance.rules.LeaseRules;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The rules of leases alone, to be run on a store that keeps nothing else: extend it, and name the fixture. {@link AcceptanceSuite} holds
 * them too, for adapters of whole engines.
 */
@ExtendWith(SuiteExtension.class)
public abstract class LeaseSuite implements EngineSuite {

    /** For subclasses. */
    protected LeaseSuite() {}

    /** The store under test, not started. Only the first that is given for a class is started; the others are dropped. */
    protected abstract LeaseFixture leases();

    @Override
    public final EngineFixture engine() {
        return new LeaseEngine(leases());
    }

    @Nested
    class Leases extends LeaseRules {}

    @Nested
    class LeaseLosses extends LeaseLossRules {}

    @Nested
    class LeaseFaults extends LeaseFaultRules {}
}
