package dev.referee.application.port;

import java.util.Optional;

/**
 * All that one accepted command writes, as values.
 *
 * @param store where the aggregate is kept
 * @param before the state that was decided on; empty for an opening
 * @param next the state to write
 * @param audit the audit row
 * @param operation the operation row, with the outcome
 * @param event the outbox row
 * @param <S> the aggregate's state
 */
public record Change<S>(
        AggregateStore<S> store,
        Optional<S> before,
        S next,
        AuditEntry audit,
        StoredOperation operation,
        OutboxEvent event) {}
