package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.SqlGuardedInsert;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.port.AdvisoryLocks;
import dev.referee.application.port.AggregateStore;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.CaseIds;
import dev.referee.application.port.CaseQueries;
import dev.referee.application.port.GuardedInserts;
import dev.referee.application.port.JobStore;
import dev.referee.application.port.LeaseStore;
import dev.referee.application.port.StepListener;
import dev.referee.application.port.UnitsOfWork;
import dev.referee.domain.permit.PermitCase;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;

/** The ports of one opened database. */
public record JdbcParts(
        UnitsOfWork unitsOfWork,
        AuditTrail auditTrail,
        AggregateStore<PermitCase> permitCases,
        CaseIds caseIds,
        CaseQueries caseQueries,
        JobStore jobs,
        LeaseStore leases,
        AdvisoryLocks advisoryLocks,
        GuardedInserts guardedInserts) {

    /**
     * Puts the parts together.
     *
     * @param schema where the tables are, also if they are in the connection's own
     */
    public static JdbcParts of(
            DataSource dataSource,
            Dialect dialect,
            Tables tables,
            String schema,
            List<SqlGuardedInsert<?>> guards,
            StepListener listener,
            Duration slack) {
        Shared shared = Shared.of(dialect, tables, "counter");
        JdbcUnitsOfWork units = new JdbcUnitsOfWork(dataSource, shared, listener, slack);
        Reads reads = new Reads(dataSource, shared, slack);
        return new JdbcParts(
                units,
                new JdbcAuditTrail(reads, shared.tables()),
                new SqlPermitCases(tables),
                new JdbcCaseIds(units, tables),
                new JdbcCaseQueries(reads, tables),
                new JdbcJobStore(units, shared, tables),
                new JdbcLeaseStore(units, reads, dialect, tables),
                new JdbcAdvisoryLocks(shared, tables, schema),
                new JdbcGuardedInserts(shared, guards));
    }
}
