package dev.referee.desk;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The desk's own options, as properties of Spring Boot. They have short names on the command line and a prefix of their own everywhere else:
 * a property named {@code user} would be found in the environment of every shell.
 */
final class DeskArguments {

    private static final Map<String, String> PROPERTIES = Map.of(
            "url", "referee.desk.url",
            "user", "referee.desk.user",
            "password", "referee.desk.password",
            "data", "referee.desk.data",
            "demo", "referee.desk.demo");

    private DeskArguments() {}

    /** Replaces the short options; all others are left as they are. @throws DeskRefusal if one lacks its value */
    static String[] toProperties(String... arguments) {
        List<String> translated = new ArrayList<>(arguments.length);
        for (String argument : arguments) {
            translated.add(translate(argument));
        }
        return translated.toArray(String[]::new);
    }

    private static String translate(String argument) {
        if (!argument.startsWith("--")) {
            throw new DeskRefusal("An option begins with two hyphens, but one of those given does not"
                    + " (write --name=VALUE, without spaces).");
        }
        int equals = argument.indexOf('=');
        String name = argument.substring(2, equals < 0 ? argument.length() : equals);
        String property = PROPERTIES.get(name);
        if (property == null) {
            return argument;
        }
        if (equals >= 0) {
            return "--" + property + argument.substring(equals);
        }
        if (name.equals("demo")) {
            return "--" + property + "=true";
        }
        throw new DeskRefusal("The option --" + name + " needs a value: --" + name + "=VALUE.");
    }
}
