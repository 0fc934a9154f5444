package dev.referee.cookbook.signup;

import dev.referee.domain.command.InvalidValue;
import java.util.regex.Pattern;

/** The name that a member is known by: 3 to 30 of a-z, 0-9 and underscore. */
public record Handle(String value) {

    private static final Pattern GRAMMAR = Pattern.compile("[a-z0-9_]{3,30}");

    public Handle {
        if (!GRAMMAR.matcher(value).matches()) {
            throw new InvalidValue("handle", "must be 3 to 30 of a-z, 0-9 and underscore");
        }
    }
}
