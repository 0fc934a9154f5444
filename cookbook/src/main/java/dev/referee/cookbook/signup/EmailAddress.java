package dev.referee.cookbook.signup;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import java.util.Locale;

// sample: email
/**
 * An e-mail address: 3 to 254 visible ASCII characters with one @, in lower case. Two spellings of one address become equal here, and not by
 * the rules of some column.
 */
public record EmailAddress(String value) {

    public EmailAddress {
        Check.visibleAscii("e-mail address", value, 254);
        int at = value.indexOf('@');
        if (at < 1 || at != value.lastIndexOf('@') || at == value.length() - 1) {
            throw new InvalidValue("e-mail address", "must have one @ with something on both sides");
        }
        value = value.toLowerCase(Locale.ROOT);
    }
}
// end
