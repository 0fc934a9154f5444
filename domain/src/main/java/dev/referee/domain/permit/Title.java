package dev.referee.domain.permit;

import dev.referee.domain.command.Check;

/** What a case is about: 1 to 200 code points, with the same grammar as a reason. */
public record Title(String text) {

    public static final int MAX_CODE_POINTS = 200;

    public Title {
        Check.text("title", text, MAX_CODE_POINTS);
    }

    @Override
    public String toString() {
        return text;
    }
}
