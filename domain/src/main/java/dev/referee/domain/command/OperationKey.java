package dev.referee.domain.command;

/**
 * The identity of an operation: at most one operation with this key ever takes effect. The same id under another subject or
 * namespace is another operation.
 *
 * @param subject the aggregate that the operation changes; for an opening, which has none yet, who opens it
 */
public record OperationKey(Namespace namespace, Subject subject, OperationId operationId) {

    @Override
    public String toString() {
        return namespace + "/" + subject + "/" + operationId;
    }
}
