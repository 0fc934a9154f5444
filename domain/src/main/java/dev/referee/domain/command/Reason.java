package dev.referee.domain.command;

/**
 * Why an actor acts, in words for the audit row: 1 to 2,000 code points, not blank, no control character but tab and line
 * feed, no lone surrogate. Kept byte for byte.
 */
public record Reason(String text) {

    public static final int MAX_CODE_POINTS = 2_000;

    public Reason {
        Check.text("reason", text, MAX_CODE_POINTS);
    }

    @Override
    public String toString() {
        return text;
    }
}
