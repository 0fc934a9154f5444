package dev.referee.desk.users;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.springframework.security.crypto.password.PasswordEncoder;

/**
 * Remembers for a while which passwords were right. A bcrypt check is slow on purpose, and HTTP Basic would pay for it with every request; a
 * password that was right a minute ago need not be checked again. Remembered is an HMAC under a key that is drawn at start and never leaves
 * this object, so neither a password nor a hash that could be guessed offline lies in memory. Copies of one request that arrive together share
 * one check. A wrong password is never remembered and costs its full check each time, as does an unknown user's.
 *
 * <p>At most one entry per right password is kept, so the users bound the size. Safe for many threads.
 */
final class RememberingEncoder implements PasswordEncoder {

    private static final String ALGORITHM = "HmacSHA256";

    private final PasswordEncoder slow;
    private final SecretKeySpec key;
    private final long keepNanos;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<String, Check> checks = new ConcurrentHashMap<>();

    /** One check of a password, under way or done; told from another by its identity. */
    private static final class Check {
        private final CompletableFuture<Boolean> result = new CompletableFuture<>();
        private final long startedNanos;

        private Check(long startedNanos) {
            this.startedNanos = startedNanos;
        }
    }

    RememberingEncoder(PasswordEncoder slow, Duration keep, LongSupplier nanoTime) {
        this.slow = slow;
        this.keepNanos = keep.toNanos();
        this.nanoTime = nanoTime;
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    @Override
    public @Nullable String encode(@Nullable CharSequence rawPassword) {
        return slow.encode(rawPassword);
    }

    @Override
    public boolean matches(@Nullable CharSequence rawPassword, @Nullable String encodedPassword) {
        if (rawPassword == null || encodedPassword == null) {
            return false;
        }
        String name = mac(rawPassword, encodedPassword);
        long now = nanoTime.getAsLong();
        Check mine = new Check(now);
        Check current = checks.compute(
                name, (same, known) -> known == null || now - known.startedNanos > keepNanos ? mine : known);
        return current == mine ? check(name, mine, rawPassword, encodedPassword) : current.result.join();
    }

    private boolean check(String name, Check mine, CharSequence rawPassword, String encodedPassword) {
        boolean right = false;
        try {
            right = slow.matches(rawPassword, encodedPassword);
        } finally {
            if (!right) {
                checks.remove(name, mine);
            }
            mine.result.complete(right);
        }
        return right;
    }

    private String mac(CharSequence rawPassword, String encodedPassword) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(encodedPassword.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return HexFormat.of().formatHex(mac.doFinal(rawPassword.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has " + ALGORITHM, missing);
        }
    }
}
