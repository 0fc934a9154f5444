package dev.referee.adapter.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RowTest {

    @Test
    void a_number_that_does_not_fit_is_refused_not_cut() {
        BigInteger unsigned = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        Row row = new Row(Map.of("fits", BigInteger.TEN, "unsigned", unsigned, "decimal", new BigDecimal(unsigned)));

        assertEquals(10, row.number("fits"));
        assertThrows(ArithmeticException.class, () -> row.number("unsigned"));
        assertThrows(ArithmeticException.class, () -> row.number("decimal"));
    }
}
