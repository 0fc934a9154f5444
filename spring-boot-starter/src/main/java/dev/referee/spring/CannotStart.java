package dev.referee.spring;

/** Thrown when Referee cannot be configured. Spring Boot shows what is wrong and what to do about it, in place of a stack trace. */
public final class CannotStart extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String action;

    public CannotStart(String problem, String action) {
        super(problem);
        this.action = action;
    }

    public CannotStart(String problem, String action, Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** What to do about it, in a sentence or two. */
    public String action() {
        return action;
    }
}
