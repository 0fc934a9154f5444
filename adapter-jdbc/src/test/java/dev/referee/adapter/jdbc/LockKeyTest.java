package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.adapter.jdbc.dialect.LockKey;
import dev.referee.application.lock.LockName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Golden vectors: nodes of different versions have to lock the same thing. Computed by another program. */
class LockKeyTest {

    @ParameterizedTest
    @CsvSource({
        "public, referee_, refund of order 17, 8011486590089683700, 6f2e849b6519e2f4003fcc244fc885d93d27b543",
        "public, referee_, Refund of order 17, 1253545141445585982, 11657caa21c7ec3e0fbe799c1f23a625ba53d9ef",
        "a, bc, d, -4503881305402207502, c17effd0b8fa92f295123022cd7c7c53f766c759",
        "ab, c, d, 4848181209361271208, 4348331f86b3c9a857e12b2ee92262fac441f4ab",
    })
    void ADV_4_a_name_has_the_same_hash_for_ever(String schema, String prefix, String name, long number, String hex) {
        LockKey key = new LockKey(schema, prefix, new LockName(name));

        assertEquals(number, key.number());
        assertEquals(hex, key.hex());
    }

    @ParameterizedTest
    @CsvSource("-7823509784156017759, 936d4f4d52966ba1be5b13dbdd551ce9d1f6bca4")
    void ADV_4_a_long_name_is_hashed_as_utf_8(long number, String hex) {
        LockKey key = new LockKey(
                "", "referee_", new LockName(Character.toString(0x1F600).repeat(50)));

        assertEquals(number, key.number());
        assertEquals(hex, key.hex());
    }
}
