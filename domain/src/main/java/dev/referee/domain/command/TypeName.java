package dev.referee.domain.command;

import java.util.regex.Pattern;

/**
 * The explicit, versioned name of a command or an event, such as {@code permit.approve/1}. It is what is stored; no class name
 * ever is, so classes may move and be renamed.
 *
 * @param name 1 to 64 of a-z, 0-9, dot and hyphen
 * @param version 1 to 999, raised when the meaning of the fields changes
 */
public record TypeName(String name, int version) {

    private static final Pattern NAME = Pattern.compile("[a-z0-9.-]{1,64}");

    public TypeName {
        if (!NAME.matcher(name).matches()) {
            throw new InvalidValue("type name", "must be 1 to 64 of a-z, 0-9, dot and hyphen");
        }
        Check.range("type version", version, 1, 999);
    }

    @Override
    public String toString() {
        return name + "/" + version;
    }
}
