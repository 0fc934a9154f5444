package dev.referee.adapter.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;

/** The scripts, each of which is one atomic step on one server. What they take and give stands at the head of each file. */
enum Script {
    ACQUIRE,
    PROPOSE,
    CONFIRM,
    RENEW,
    RELEASE,
    HOLDERS,
    ADMIT;

    private final String source;
    private final String digest;

    Script() {
        this.source = read("common") + read(name().toLowerCase(Locale.ROOT));
        try {
            // What the server calls a script by; nothing depends on its strength.
            this.digest =
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-1").digest(Keys.utf8(source)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }

    String source() {
        return source;
    }

    String digest() {
        return digest;
    }

    private static String read(String name) {
        try (InputStream in = Script.class.getResourceAsStream(name + ".lua")) {
            if (in == null) {
                throw new IllegalStateException("the script " + name + ".lua is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the script " + name + ".lua cannot be read", e);
        }
    }
}
