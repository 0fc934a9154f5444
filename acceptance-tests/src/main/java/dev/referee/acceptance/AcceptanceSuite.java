package dev.referee.acceptance;

import dev.referee.acceptance.report.SuiteExtension;
import dev.referee.acceptance.rules.ActionFaultRules;
import dev.referee.acceptance.rules.AdvisoryEndRules;
import dev.referee.acceptance.rules.AdvisoryRules;
import dev.referee.acceptance.rules.CallersTransactionRules;
import dev.referee.acceptance.rules.ClaimRules;
import dev.referee.acceptance.rules.ClaimTokenRules;
import dev.referee.acceptance.rules.ConnectionRules;
import dev.referee.acceptance.rules.CrashRules;
import dev.referee.acceptance.rules.DoubtRules;
import dev.referee.acceptance.rules.FailureRules;
import dev.referee.acceptance.rules.FaultRules;
import dev.referee.acceptance.rules.IdempotencyDeathRules;
import dev.referee.acceptance.rules.IdempotencyDeletionRules;
import dev.referee.acceptance.rules.IdempotencyFaultRules;
import dev.referee.acceptance.rules.IdempotencyProcessRules;
import dev.referee.acceptance.rules.IdempotencyPurgeRules;
import dev.referee.acceptance.rules.IdempotencyResultRules;
import dev.referee.acceptance.rules.IdempotencyRules;
import dev.referee.acceptance.rules.IdempotencyStepRules;
import dev.referee.acceptance.rules.IdempotencyStormRules;
import dev.referee.acceptance.rules.IdempotencyTimeRules;
import dev.referee.acceptance.rules.IdempotencyTokenRules;
import dev.referee.acceptance.rules.IdempotencyTransactionRules;
import dev.referee.acceptance.rules.IdempotentActionRules;
import dev.referee.acceptance.rules.KeyRules;
import dev.referee.acceptance.rules.LeaseFaultRules;
import dev.referee.acceptance.rules.LeaseLossRules;
import dev.referee.acceptance.rules.LeaseRules;
import dev.referee.acceptance.rules.ListRules;
import dev.referee.acceptance.rules.LostReplyRules;
import dev.referee.acceptance.rules.OutcomeRules;
import dev.referee.acceptance.rules.ParentRules;
import dev.referee.acceptance.rules.RaceRules;
import dev.referee.acceptance.rules.RefusalRules;
import dev.referee.acceptance.rules.ReplayRules;
import dev.referee.acceptance.rules.RerunRules;
import dev.referee.acceptance.rules.RetryRules;
import dev.referee.acceptance.rules.RoundTripRules;
import dev.referee.acceptance.rules.RowLockRules;
import dev.referee.acceptance.rules.SchemaRules;
import dev.referee.acceptance.rules.SwallowedFailureRules;
import dev.referee.acceptance.rules.TransactionRules;
import dev.referee.acceptance.rules.TwoProcessRules;
import dev.referee.acceptance.rules.UniqueRules;
import dev.referee.acceptance.rules.ValueRules;
import dev.referee.acceptance.rules.VersionRules;
import dev.referee.acceptance.rules.VirtualThreadRules;
import dev.referee.acceptance.rules.WaitRules;
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
public abstract class AcceptanceSuite implements EngineSuite {

    /** For subclasses. */
    protected AcceptanceSuite() {}

    @Nested
    class Replays extends ReplayRules {}

    @Nested
    class Refusals extends RefusalRules {}

    @Nested
    class Keys extends KeyRules {}

    @Nested
    class Outcomes extends OutcomeRules {}

    @Nested
    class Races extends RaceRules {}

    @Nested
    class Versions extends VersionRules {}

    @Nested
    class RowLocks extends RowLockRules {}

    @Nested
    class Parents extends ParentRules {}

    @Nested
    class Claims extends ClaimRules {}

    @Nested
    class ClaimTokens extends ClaimTokenRules {}

    @Nested
    class Advisory extends AdvisoryRules {}

    @Nested
    class UniqueValues extends UniqueRules {}

    @Nested
    class AdvisoryEnds extends AdvisoryEndRules {}

    @Nested
    class Values extends ValueRules {}

    @Nested
    class Transactions extends TransactionRules {}

    @Nested
    class SwallowedFailures extends SwallowedFailureRules {}

    @Nested
    class CallersTransactions extends CallersTransactionRules {}

    @Nested
    class Connections extends ConnectionRules {}

    @Nested
    class Failures extends FailureRules {}

    @Nested
    class RoundTrips extends RoundTripRules {}

    @Nested
    class Schemas extends SchemaRules {}

    @Nested
    class Faults extends FaultRules {}

    @Nested
    class LostReplies extends LostReplyRules {}

    @Nested
    class Doubts extends DoubtRules {}

    @Nested
    class Retries extends RetryRules {}

    @Nested
    class Reruns extends RerunRules {}

    @Nested
    class Waits extends WaitRules {}

    @Nested
    class Lists extends ListRules {}

    @Nested
    class Crashes extends CrashRules {}

    @Nested
    class TwoProcesses extends TwoProcessRules {}

    @Nested
    class VirtualThreadsAtWork extends VirtualThreadRules {}

    @Nested
    class Leases extends LeaseRules {}

    @Nested
    class LeaseLosses extends LeaseLossRules {}

    @Nested
    class LeaseFaults extends LeaseFaultRules {}

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
    class IdempotentActionsAtWork extends IdempotentActionRules {}

    @Nested
    class ActionFaults extends ActionFaultRules {}

    @Nested
    class IdempotencySteps extends IdempotencyStepRules {}

    @Nested
    class IdempotencyTransactions extends IdempotencyTransactionRules {}

    @Nested
    class IdempotencyDeletions extends IdempotencyDeletionRules {}

    @Nested
    class IdempotencyProcesses extends IdempotencyProcessRules {}

    @Nested
    class IdempotencyStorms extends IdempotencyStormRules {}

    @Nested
    class IdempotencyFaults extends IdempotencyFaultRules {}

    @Nested
    class IdempotencyDeaths extends IdempotencyDeathRules {}
}
