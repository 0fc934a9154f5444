package dev.referee.adapter.jdbc.dialect;

import dev.referee.application.lock.LockName;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A lock's name in one schema under one table prefix, as engines take it that know only numbers or short names: as a part of the SHA-256 of
 * all three, each with its length before it. Names whose parts are equal by chance wait for each other without need, and nothing worse.
 *
 * @param schema where the library's tables are; on MySQL and MariaDB the database
 * @param prefix what their names begin with
 */
public record LockKey(String schema, String prefix, LockName name) {

    /** Keeps the numbers apart from those that others make of the same texts; to be changed with the encoding. */
    private static final String ENCODING = "referee advisory lock 1";

    private static final int NAME_BYTES = 20;

    /** 64 bits of the hash. */
    public long number() {
        return ByteBuffer.wrap(hash()).getLong();
    }

    /** 160 bits of the hash as 40 characters: 0-9 and a-f. */
    public String hex() {
        return HexFormat.of().formatHex(hash(), 0, NAME_BYTES);
    }

    private byte[] hash() {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : new String[] {ENCODING, schema, prefix, name.value()}) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update(
                        ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
                digest.update(bytes);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
