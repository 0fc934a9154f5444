package dev.referee.desk.users;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.password.PasswordEncoder;

class RememberingEncoderTest {

    private final AtomicInteger checks = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();

    private final RememberingEncoder encoder = new RememberingEncoder(
            new PasswordEncoder() {
                @Override
                public @Nullable String encode(@Nullable CharSequence raw) {
                    return "hash of " + raw;
                }

                @Override
                public boolean matches(@Nullable CharSequence raw, @Nullable String encoded) {
                    checks.incrementAndGet();
                    return ("hash of " + raw).equals(encoded);
                }
            },
            Duration.ofNanos(100),
            now::get);

    @Test
    void a_right_password_is_checked_once_until_its_time_is_over() {
        assertTrue(encoder.matches("a", "hash of a"));
        assertTrue(encoder.matches("a", "hash of a"));
        assertEquals(1, checks.get());
        now.set(101);
        assertTrue(encoder.matches("a", "hash of a"));
        assertEquals(2, checks.get());
    }

    @Test
    void a_wrong_password_is_checked_each_time() {
        assertTrue(encoder.matches("a", "hash of a"));
        assertFalse(encoder.matches("b", "hash of a"));
        assertFalse(encoder.matches("b", "hash of a"));
        assertEquals(3, checks.get());
    }

    @Test
    void a_password_is_remembered_for_its_hash_alone() {
        assertTrue(encoder.matches("a", "hash of a"));
        assertFalse(encoder.matches("a", "hash of b"));
        assertFalse(encoder.matches(null, "hash of a"));
    }
}
