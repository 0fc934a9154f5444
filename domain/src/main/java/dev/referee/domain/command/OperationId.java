package dev.referee.domain.command;

/**
 * The caller's name for one logical operation, kept over retries: 1 to 128 visible ASCII characters, compared byte for byte
 * ({@code Key} and {@code key} are two operations).
 */
public record OperationId(String value) {

    public static final int MAX_BYTES = 128;

    public OperationId {
        Check.visibleAscii("operation id", value, MAX_BYTES);
    }

    @Override
    public String toString() {
        return value;
    }
}
