package dev.referee.adapter.jdbc;

import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One statement as a value: its text, and what is bound to its question marks. Input only ever goes into the parameters.
 *
 * <p>A parameter may be whatever the driver takes (text, numbers, booleans, bytes), an {@link java.time.Instant}, which is bound
 * in the engine's own way, a {@link Subject} or a {@link Revision}, or an {@link Optional}, which is bound as its value or as NULL.
 *
 * @param text the statement, without a semicolon at its end
 * @param parameters in the order of the question marks
 */
public record Sql(String text, List<@Nullable Object> parameters) {

    public Sql {
        if (text.isBlank()) {
            throw new IllegalArgumentException("text must hold a statement, but is blank");
        }
        parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
    }

    /** A statement with its parameters, optionals and the library's values unwrapped. */
    public static Sql of(String text, Object... parameters) {
        List<@Nullable Object> bound = new ArrayList<>(parameters.length);
        for (Object parameter : parameters) {
            bound.add(plain(parameter));
        }
        return new Sql(text, bound);
    }

    private static @Nullable Object plain(Object parameter) {
        if (parameter instanceof Optional<?> optional) {
            return optional.isPresent() ? plain(optional.get()) : null;
        }
        if (parameter instanceof Subject subject) {
            return subject.value();
        }
        return parameter instanceof Revision revision ? (Object) revision.value() : parameter;
    }

    /** The same parameters under another text. */
    public Sql withText(String other) {
        return new Sql(other, parameters);
    }
}
