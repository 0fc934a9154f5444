package dev.referee.acceptance.inmemory;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.GuardedRow;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.Capabilities;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.GuardedInsert;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;
import java.util.Optional;

/** An adapter whose units of work are begun by another one of its kind. */
record InMemoryNode(
        Adapter shared, AggregateStore<Account> accounts, UnitsOfWork unitsOfWork, IdempotencyStore idempotency)
        implements Node, Adapter {

    @Override
    public Adapter adapter() {
        return this;
    }

    @Override
    public Capabilities capabilities() {
        return shared.capabilities();
    }

    @Override
    public AuditTrail auditTrail() {
        return shared.auditTrail();
    }

    @Override
    public AggregateStore<PermitCase> permitCases() {
        return shared.permitCases();
    }

    @Override
    public CaseIds caseIds() {
        return shared.caseIds();
    }

    @Override
    public CaseQueries caseQueries() {
        return shared.caseQueries();
    }

    @Override
    public JobStore jobs() {
        return shared.jobs();
    }

    @Override
    public LeaseStore leases() {
        return shared.leases();
    }

    @Override
    public Optional<AggregateStore<GuardedRow>> guardedRows() {
        return Optional.of(InMemoryFixture.GUARDED_ROWS);
    }

    @Override
    public GuardedInserts guardedInserts() {
        return shared.guardedInserts();
    }

    @Override
    public GuardedInsert<Member> members() {
        return InMemoryFixture.MEMBERS;
    }

    @Override
    public AdvisoryLocks advisoryLocks() {
        return shared.advisoryLocks();
    }

    @Override
    public void close() {
        // The store holds what there is.
    }
}
