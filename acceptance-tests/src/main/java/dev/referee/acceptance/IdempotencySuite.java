package dev.referee.acceptance;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.IdempotencyEngine;
import dev.referee.acceptance.engine.IdempotencyFixture;
import dev.referee.acceptance.report.SuiteExtension;
import dev.referee.acceptance.rules.ActionFaultRules;
import dev.referee.acceptance.rules.IdempotencyDeathRules;
import dev.referee.acceptance.rules.IdempotencyDeletionRules;
import dev.referee.acceptance.rules.IdempotencyFaultRules;
import dev.referee.acceptance.rules.IdempotencyProcessRules;
import dev.referee.acceptance.rules.IdempotencyPurgeRules;
import dev.referee.acceptance.rules.IdempotencyResultRules;
import dev.referee.acceptance.rules.IdempotencyRules;
import dev.referee.acceptance.rules.IdempotencyTimeRules;
import dev.referee.acceptance.rules.IdempotencyTokenRules;
import dev.referee.acceptance.rules.IdempotencyTransactionRules;
import dev.referee.acceptance.rules.IdempotentActionRules;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The rules of claims alone, to be run on an idempotency store of one's own: extend it, and name the fixture. {@link AcceptanceSuite} holds them
 * too, for adapters of whole engines.
 */
@ExtendWith(SuiteExtension.class)
public abstract class IdempotencySuite implements EngineSuite {

    /** For subclasses. */
    protected IdempotencySuite() {}

    /** The store under test, not started. Only the first that is given for a class is started; the others are dropped. */
    protected abstract IdempotencyFixture idempotency();

    @Override
    public final EngineFixture engine() {
        return new IdempotencyEngine(idempotency());
    }

    @Nested
    class Idempotency extends IdempotencyRules {}

    @Nested
    class IdempotencyTokens extends IdempotencyTokenRules {}

    @Nested
    class IdempotencyTimes extends IdempotencyTimeRules {}

    @Nested
    class IdempotencyResults extends IdempotencyResultRules {}

    @Nested
    class IdempotencyPurges extends IdempotencyPurgeRules {}

    @Nested
    class IdempotencyDeletions extends IdempotencyDeletionRules {}

    @Nested
    class IdempotencyProcesses extends IdempotencyProcessRules {}

    @Nested
    class IdempotencyTransactions extends IdempotencyTransactionRules {}

    @Nested
    class IdempotencyFaults extends IdempotencyFaultRules {}

    @Nested
    class IdempotencyDeaths extends IdempotencyDeathRules {}

    @Nested
    class IdempotentActionsAtWork extends IdempotentActionRules {}

    @Nested
    class ActionFaults extends ActionFaultRules {}
}
