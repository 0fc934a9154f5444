package dev.referee.application.lock;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The name of an advisory lock or of a lease: 1 to 200 bytes of UTF-8, not blank, no control character, compared byte for byte. Nothing
 * is trimmed, folded or normalised.
 */
public record LockName(String value) implements Comparable<LockName> {

    public static final int MAX_BYTES = 200;

    private static final String FIELD = "lock name";

    public LockName {
        Check.text(FIELD, value, MAX_BYTES);
        if (value.indexOf('\t') >= 0 || value.indexOf('\n') >= 0) {
            throw new InvalidValue(FIELD, "must not hold a control character");
        }
        Check.utf8(FIELD, value, MAX_BYTES);
    }

    /** By bytes, as stores do. */
    @Override
    public int compareTo(LockName other) {
        return Arrays.compareUnsigned(bytes(), other.bytes());
    }

    /** The name as UTF-8, as it is stored and compared. */
    public byte[] bytes() {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return value;
    }
}
