package dev.referee.adapter.jdbc.internal;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of the library's tables in one schema, with one prefix. Both are checked against a strict pattern, because identifiers cannot
 * be bound.
 */
public record Tables(Optional<String> schema, String prefix) {

    private static final Pattern SCHEMA = Pattern.compile("[a-z][a-z0-9_]{0,62}");
    private static final Pattern PREFIX = Pattern.compile("[a-z][a-z0-9_]{0,30}");
    /** What is made beside a single table. */
    static final String HISTORY_OF_SINGLE = "_history";

    private static final List<String> ENDINGS_OF_SINGLE = List.of("_pk", "_expiry", HISTORY_OF_SINGLE);
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{([a-z_]+)}");

    public Tables {
        schema.ifPresent(name -> check("schema", name, SCHEMA));
        check("table prefix", prefix, PREFIX);
    }

    /** A single table, whose name is all prefix. What belongs to one must not be taken for another one. */
    public static Tables single(Optional<String> schema, String table) {
        check("table", table, PREFIX);
        for (String ending : ENDINGS_OF_SINGLE) {
            if (table.endsWith(ending)) {
                throw new IllegalArgumentException(
                        "table must not end with any of " + ENDINGS_OF_SINGLE + ", but is '" + table + "'");
            }
        }
        return new Tables(schema, table);
    }

    private static void check(String field, String name, Pattern pattern) {
        if (!pattern.matcher(name).matches()) {
            throw new IllegalArgumentException(field + " must match " + pattern + ", but is '" + name + "'");
        }
    }

    /** The statement with each {@code {table}} replaced by that table's full name. */
    String sql(String template) {
        return PLACEHOLDER.matcher(template).replaceAll(match -> Matcher.quoteReplacement(name(match.group(1))));
    }

    String name(String table) {
        return schema.map(name -> name + ".").orElse("") + prefix + table;
    }
}
