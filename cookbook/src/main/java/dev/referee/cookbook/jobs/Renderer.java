package dev.referee.cookbook.jobs;

/** Renders reports; takes seconds. */
@FunctionalInterface
public interface Renderer {

    String render(ReportId report);
}
