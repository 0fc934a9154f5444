package dev.referee.domain.command;

/**
 * A business answer that says no. It is a value, not an exception, and is not recorded: the same operation may be executed once its cause is
 * gone. An embedding service adds refusals of its own.
 */
public interface Refusal {

    /** A stable machine-readable code in lower case with hyphens, such as {@code stale-revision}. */
    String code();

    /** One sentence for a person. It discloses nothing that the caller may not see. */
    String message();

    /** A refusal that needs no type of its own; equal to another one with the same code and message. */
    static Refusal of(String code, String message) {
        return new PlainRefusal(code, message);
    }
}
