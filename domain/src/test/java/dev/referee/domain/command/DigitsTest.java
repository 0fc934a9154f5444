package dev.referee.domain.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DigitsTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 9, 10, 62, 999_999_999_999_999_999L, 1_000_000_000_000_000_000L, Long.MAX_VALUE})
    void a_number_is_read_as_it_is_spelled(long number) {
        assertEquals(OptionalLong.of(number), Digits.parse(Long.toString(number)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-1",
                "+1",
                "00",
                "01",
                "1 ",
                "1\n",
                "1.0",
                "1e3",
                "x",
                "\u0666\u0662",
                "9223372036854775808",
                "9999999999999999999",
                "10000000000000000000"
            })
    void anything_else_is_no_number(String text) {
        assertEquals(OptionalLong.empty(), Digits.parse(text));
    }
}
