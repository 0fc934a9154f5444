package dev.referee.application.port;

/**
 * Is told of each step before it is taken, on the command's thread and inside its transaction; for tracing, and for tests that stop or fail
 * a command at a named place. What it throws ends the transaction as a failure of that step would.
 */
@FunctionalInterface
public interface StepListener {

    StepListener NONE = step -> {};

    void before(Step step);
}
