package dev.referee.domain.command;

/**
 * JSON as text, kept byte for byte. The text is not looked at here: the engine checks grammar, size and depth before it stores
 * an outcome or an event.
 */
public record Json(String text) {

    @Override
    public String toString() {
        return text;
    }
}
