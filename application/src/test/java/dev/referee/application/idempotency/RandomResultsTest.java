package dev.referee.application.idempotency;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Plain values of any shape, from a seed that the test's name tells. */
class RandomResultsTest {

    private static final int VALUES_EACH = 200;

    @RepeatedTest(50)
    void CLAIM_5_what_is_written_reads_back_as_it_was_and_is_written_again_as_before(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        for (int i = 0; i < VALUES_EACH; i++) {
            Object value = value(random, 5);
            ActionResult written = ActionResult.of(value);
            assertEquals(value, written.value());
            assertEquals(written.text(), ActionResult.of(written.value()).text());
            assertEquals(written, ActionResult.ofJson(written.text()));
        }
    }

    /** Of the types that are read back as they are. */
    private static @Nullable Object value(Random random, int levels) {
        return switch (random.nextInt(levels == 0 ? 6 : 8)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> text(random);
            case 3 -> random.nextLong() >> random.nextInt(64);
            case 4 ->
                BigInteger.ONE
                        .shiftLeft(63 + random.nextInt(200))
                        .add(BigInteger.valueOf(random.nextInt()))
                        .abs()
                        .setBit(64);
            // With a point or an exponent: what has neither is read as a whole number.
            case 5 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), scale(random));
            case 6 -> list(random, levels - 1);
            default -> map(random, levels - 1);
        };
    }

    private static int scale(Random random) {
        int scale = random.nextInt(400) - 200;
        return scale == 0 ? 1 : scale;
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int limit = List.of(0x20, 0x80, 0x800, 0xD800, Character.MAX_CODE_POINT + 1)
                    .get(random.nextInt(5));
            int codePoint = random.nextInt(limit);
            boolean surrogate = codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
            text.appendCodePoint(surrogate ? 'x' : codePoint);
        }
        return text.toString();
    }

    private static List<@Nullable Object> list(Random random, int levels) {
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(random, levels));
        }
        return list;
    }

    private static Map<String, @Nullable Object> map(Random random, int levels) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            map.put(text(random), value(random, levels));
        }
        return map;
    }
}
