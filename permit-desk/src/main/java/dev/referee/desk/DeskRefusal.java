package dev.referee.desk;

import java.sql.SQLException;

/** Thrown when the desk cannot start as it was asked to. The message is one sentence for whoever started it, with no password in it. */
public final class DeskRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    public DeskRefusal(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    public DeskRefusal(String sentence, Throwable cause) {
        super(sentence, cause);
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }

    /** Why it failed, on one line: what the driver said, if it was asked. */
    public static String reasonOf(Throwable failure) {
        String message = String.valueOf(failure.getMessage());
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SQLException) {
                message = String.valueOf(each.getMessage());
            }
        }
        return message.lines().findFirst().orElse("no reason given");
    }
}
