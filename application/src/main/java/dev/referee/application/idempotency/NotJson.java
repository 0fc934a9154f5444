package dev.referee.application.idempotency;

/** Thrown when a value that is to be an action's result has no JSON form: a date, NaN, an object of a class of its own. */
public final class NotJson extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String path;

    NotJson(String path, String problem) {
        super("the result cannot be written as JSON: at " + path + " there is " + problem);
        this.path = path;
    }

    /** Where the value is, such as {@code $.lines[2].due}; {@code $} for the whole. */
    public String path() {
        return path;
    }
}
