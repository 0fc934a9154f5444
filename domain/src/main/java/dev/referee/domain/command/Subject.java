package dev.referee.domain.command;

/**
 * The identity of an aggregate as text, or of whoever opens one: 1 to 128 visible ASCII characters, compared byte for byte.
 */
public record Subject(String value) implements Comparable<Subject> {

    public static final int MAX_BYTES = 128;

    public Subject {
        Check.visibleAscii("subject", value, MAX_BYTES);
    }

    public static Subject of(long id) {
        return new Subject(Long.toString(id));
    }

    @Override
    public int compareTo(Subject other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
