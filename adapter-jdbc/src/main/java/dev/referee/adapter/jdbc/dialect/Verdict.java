package dev.referee.adapter.jdbc.dialect;

/**
 * What a table of failures says about one failure.
 *
 * @param maybeCommitted whether the transaction may have been committed if the failure came in phase COMMIT
 * @param discard whether the connection must not go back to the pool
 */
public record Verdict(Meaning meaning, boolean maybeCommitted, boolean discard) {}
