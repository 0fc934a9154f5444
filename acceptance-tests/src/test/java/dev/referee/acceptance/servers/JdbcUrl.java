package dev.referee.acceptance.servers;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JDBC URL of one host, taken apart so that the host can be a relay and the database a fresh one.
 *
 * @param scheme up to the two slashes, {@code jdbc:mysql://} for instance
 * @param options empty, or what follows the database, with its question mark
 */
public record JdbcUrl(String scheme, String host, int port, String database, String options) {

    private static final Pattern FORM =
            Pattern.compile("(jdbc:[a-z]+://)([^/:?,\\[\\]]+|\\[[0-9a-fA-F:]+])(?::(\\d{1,5}))?/([^/?]*)(\\?.*)?");

    /**
     * Reads a URL.
     *
     * @throws IllegalArgumentException if it is not of the form jdbc:ENGINE://HOST[:PORT]/[DATABASE][?OPTIONS]
     */
    public static JdbcUrl parse(String url) {
        Matcher parts = FORM.matcher(url);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "a server's URL must be jdbc:ENGINE://HOST[:PORT]/[DATABASE][?OPTIONS], but was " + url);
        }
        int port = parts.group(3) == null ? defaultPort(parts.group(1)) : Integer.parseInt(parts.group(3));
        String options = parts.group(5) == null ? "" : parts.group(5);
        return new JdbcUrl(parts.group(1), parts.group(2), port, parts.group(4), options);
    }

    /** The same database by way of another address. */
    public JdbcUrl at(String otherHost, int otherPort) {
        return new JdbcUrl(scheme, otherHost, otherPort, database, options);
    }

    /** Another database of the same server. */
    public JdbcUrl withDatabase(String other) {
        return new JdbcUrl(scheme, host, port, other, options);
    }

    @Override
    public String toString() {
        return scheme + host + ":" + port + "/" + database + options;
    }

    private static int defaultPort(String scheme) {
        return scheme.equals("jdbc:postgresql://") ? 5432 : 3306;
    }
}
