package dev.referee.application.port;

import dev.referee.domain.permit.PermitCase;

/** One store, ready for use: made by the adapter of its engine, safe for many threads. */
public interface Adapter {

    Capabilities capabilities();

    UnitsOfWork unitsOfWork();

    AuditTrail auditTrail();

    AggregateStore<PermitCase> permitCases();

    CaseIds caseIds();

    CaseQueries caseQueries();

    /** Locks on names that end with the transaction. */
    default AdvisoryLocks advisoryLocks() {
        throw new UnsupportedOperationException("this adapter locks no names");
    }

    /** Inserts of rows with unique values. */
    default GuardedInserts guardedInserts() {
        throw new UnsupportedOperationException("this adapter guards no inserts");
    }

    /** Locks on names that end by themselves after a time. */
    LeaseStore leases();

    /** Jobs that workers claim. */
    default JobStore jobs() {
        throw new UnsupportedOperationException("this adapter keeps no jobs");
    }
}
