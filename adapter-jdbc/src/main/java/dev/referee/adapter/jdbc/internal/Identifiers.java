package dev.referee.adapter.jdbc.internal;

import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/** How a server writes an unquoted name in its catalogue. */
final class Identifiers {

    private Identifiers() {}

    static String stored(DatabaseMetaData metadata, String name) throws SQLException {
        return metadata.storesUpperCaseIdentifiers() ? name.toUpperCase(Locale.ROOT) : name;
    }
}
