package dev.referee.domain.command;

/**
 * The number of changes that an aggregate has seen. It is opened at 1, and every accepted change raises it by one; 0 stands for "not there
 * yet".
 */
public record Revision(long value) implements Comparable<Revision> {

    public static final Revision NONE = new Revision(0);
    public static final Revision FIRST = new Revision(1);

    public Revision {
        Check.range("revision", value, 0, Long.MAX_VALUE);
    }

    public Revision next() {
        return new Revision(Math.addExact(value, 1));
    }

    @Override
    public int compareTo(Revision other) {
        return Long.compare(value, other.value);
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
