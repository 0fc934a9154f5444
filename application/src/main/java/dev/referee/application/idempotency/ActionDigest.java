package dev.referee.application.idempotency;

import dev.referee.application.command.Fields;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.TypeName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * What tells a repeat of an action from another action under the same key: a SHA-256 of what was asked for.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record ActionDigest(String hex) {

    private static final Pattern HEX = Pattern.compile("[0-9a-f]{64}");
    private static final String SCHEME = "referee-action/1";

    public ActionDigest {
        if (!HEX.matcher(hex).matches()) {
            throw new InvalidValue("action digest", "must be 64 lower-case hexadecimal digits");
        }
    }

    /**
     * Of an action's name, version and fields. Version 1 of the encoding, each text as a 4-byte big-endian length and its UTF-8 bytes: the
     * text {@code referee-action/1}; the name; the version as 4 bytes; then the {@link Fields#encoding() fields}. Stored digests outlive
     * releases, so golden vectors in the tests hold the encoding fixed.
     */
    public static ActionDigest of(TypeName action, Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, SCHEME);
        text(out, action.name());
        out.writeBytes(ByteBuffer.allocate(4).putInt(action.version()).array());
        out.writeBytes(fields.encoding());
        return ofBytes(out.toByteArray());
    }

    /** The SHA-256 of these bytes. */
    public static ActionDigest ofBytes(byte[] bytes) {
        try {
            return new ActionDigest(HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
        out.writeBytes(bytes);
    }

    @Override
    public String toString() {
        return hex;
    }
}
