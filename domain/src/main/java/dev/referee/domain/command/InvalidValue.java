package dev.referee.domain.command;

/**
 * Thrown when a value is outside its limits. {@link #field()} names the value, {@link #problem()} the limit; both are safe to show to the
 * caller.
 */
public final class InvalidValue extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String field;
    private final String problem;

    public InvalidValue(String field, String problem) {
        super(field + " " + problem);
        this.field = field;
        this.problem = problem;
    }

    public String field() {
        return field;
    }

    public String problem() {
        return problem;
    }
}
