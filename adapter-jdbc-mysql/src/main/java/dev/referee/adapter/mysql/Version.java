package dev.referee.adapter.mysql;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of a server's version. */
record Version(int major, int minor, int patch) implements Comparable<Version> {

    /** Builds put their own marks behind the numbers, and some name two numbers only: {@code 9.7.4-2}, {@code 11.4.5-MariaDB-log}. */
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})(?:\\.(\\d{1,4}))?.*");

    static Optional<Version> parse(String text) {
        Matcher numbers = NUMBERS.matcher(text);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        int patch = numbers.group(3) == null ? 0 : Integer.parseInt(numbers.group(3));
        return Optional.of(new Version(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)), patch));
    }

    boolean before(Version other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(Version other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = Integer.compare(minor, other.minor);
        return byMajor != 0 ? byMajor : byMinor != 0 ? byMinor : Integer.compare(patch, other.patch);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
