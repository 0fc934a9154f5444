package dev.referee.cookbook.jobs;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where reports are kept in memory. */
public final class InMemoryReports {

    public static final AggregateStore<Report> STORE =
            InMemoryAggregate.of("report", report -> report.id().subject(), Report::revision);

    private InMemoryReports() {}
}
