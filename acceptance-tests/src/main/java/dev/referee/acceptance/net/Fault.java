package dev.referee.acceptance.net;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A cut that was ordered: which half of the exchange is lost, and which request it waits for.
 *
 * @param others so many requests of the kind are passed on before
 */
record Fault(Kind kind, String text, int others) {

    /** The longest text that is looked for. */
    static final int MAX_TEXT = 128;

    static final Fault NONE = new Fault(Kind.NONE, "", 0);

    enum Kind {
        NONE,
        LOSE_REQUEST,
        LOSE_REPLY
    }

    Fault {
        if (text.length() > MAX_TEXT || !text.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "text must be at most " + MAX_TEXT + " visible ASCII characters, but was: " + text);
        }
        text = text.toLowerCase(Locale.ROOT);
    }

    Fault afterOneMore() {
        return new Fault(kind, text, others - 1);
    }

    /** Whether these bytes of a request are the ones waited for; an empty text is in every request. */
    boolean isIn(byte[] request) {
        return new String(request, StandardCharsets.ISO_8859_1)
                .toLowerCase(Locale.ROOT)
                .contains(text);
    }
}
