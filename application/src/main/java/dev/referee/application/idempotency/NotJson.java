package dev.referee.application.idempotency;

/**
 * Thrown when what is to be an action's result is none: it has no JSON form (a date, NaN, an object of a class of its own), or its text is not
 * one JSON value within the limits of {@link ActionResult}. Its message quotes no value.
 */
public final class NotJson extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String path;

    private NotJson(String path, String message) {
        super(message);
        this.path = path;
    }

    static NotJson at(String path, String problem) {
        return new NotJson(path, "the result cannot be written as JSON: at " + path + " there is " + problem);
    }

    static NotJson whole(String problem) {
        return new NotJson("$", problem);
    }

    /** Where the value is, such as {@code $.lines[2].due}; {@code $} for the whole. */
    public String path() {
        return path;
    }
}
