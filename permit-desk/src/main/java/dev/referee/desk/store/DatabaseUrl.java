package dev.referee.desk.store;

import dev.referee.desk.DeskRefusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** A JDBC URL of a database that the desk knows. */
record DatabaseUrl(Kind kind, String text) {

    /** A kind of database, told by the beginning of its URL. */
    enum Kind {
        POSTGRESQL("jdbc:postgresql:"),
        MYSQL("jdbc:mysql:"),
        MARIADB("jdbc:mariadb:"),
        H2("jdbc:h2:"),
        SQLITE("jdbc:sqlite:");

        private final String prefix;

        Kind(String prefix) {
            this.prefix = prefix;
        }
    }

    /** Reads a URL. @throws DeskRefusal if it is none of a database that the desk knows */
    static DatabaseUrl parse(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.prefix) && text.length() > kind.prefix.length()) {
                return new DatabaseUrl(kind, text);
            }
        }
        throw new DeskRefusal("The url must begin with one of "
                + Arrays.stream(Kind.values()).map(kind -> kind.prefix).collect(Collectors.joining(", "))
                + " and go on, such as jdbc:postgresql://localhost/desk.");
    }

    /** Whether this is set behind a semicolon, as H2's URLs do. */
    boolean hasSetting(String name) {
        String start = name + "=";
        return Arrays.stream(text.split(";"))
                .skip(1)
                .anyMatch(setting -> setting.regionMatches(true, 0, start, 0, start.length()));
    }

    /** The URL as it may be shown: without options and without what could be a password. */
    String shown() {
        String plain = text.split("[?;]", 2)[0].replaceFirst("//[^/]*@", "//");
        return plain.toLowerCase(Locale.ROOT).contains("password") ? kind.prefix + "..." : plain;
    }

    @Override
    public String toString() {
        return shown();
    }
}
