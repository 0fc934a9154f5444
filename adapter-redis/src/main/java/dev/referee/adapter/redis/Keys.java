package dev.referee.adapter.redis;

import dev.referee.application.lock.LockName;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The names of keys: a prefix, what it is, and for a lease the bytes of its name. */
record Keys(String prefix) {

    private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._:-]{1,64}");

    Keys {
        if (!FORM.matcher(prefix).matches()) {
            throw new IllegalArgumentException(
                    "prefix must be 1 to 64 of letters, digits, dot, colon, hyphen and underscore, but is " + prefix);
        }
    }

    byte[] lease(LockName name) {
        return utf8(leases() + name.value());
    }

    /** What stands before each lease's name. */
    String leases() {
        return prefix + "lease:";
    }

    byte[] fence(LockName name) {
        return utf8(prefix + "fence:" + name.value());
    }

    byte[] held() {
        return utf8(prefix + "held");
    }

    byte[] node() {
        return utf8(prefix + "node");
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static byte[] utf8(long number) {
        return utf8(Long.toString(number));
    }
}
