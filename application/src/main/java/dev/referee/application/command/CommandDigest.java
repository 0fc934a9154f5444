package dev.referee.application.command;

import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of a command: what makes a repeat the same request. SHA-256 over a versioned, length-prefixed encoding of the command's name
 * and version, its subject and its fields; never over JSON text. Not included: the actor, which is compared by itself, trace ids and time.
 *
 * <p>Version 1, each text as a 4-byte big-endian length and its UTF-8 bytes: the text {@code referee-digest/1}; the command's name; its
 * version as 4 bytes; the subject; then the {@link Fields}: their number as 4 bytes, and in the order of their names each field's name, one
 * byte for its kind (T text, I whole number, D decimal, B truth value, L list of texts, N null), and its value with a 4-byte length. The
 * expected revision and the reason are fields named {@code expected-revision} and {@code reason}. Stored digests outlive releases, so golden
 * vectors in the tests hold the encoding fixed.
 */
final class CommandDigest {

    private static final String SCHEME = "referee-digest/1";

    private CommandDigest() {}

    /** Returns the digest as 64 lower-case hexadecimal digits. */
    static String of(TypeName command, Subject subject, Fields fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, SCHEME);
        text(out, command.name());
        out.writeBytes(ByteBuffer.allocate(4).putInt(command.version()).array());
        text(out, subject.value());
        out.writeBytes(fields.encoding());
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(out.toByteArray()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
        out.writeBytes(bytes);
    }
}
