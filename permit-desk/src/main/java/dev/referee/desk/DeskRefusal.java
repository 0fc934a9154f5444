package dev.referee.desk;

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
}
