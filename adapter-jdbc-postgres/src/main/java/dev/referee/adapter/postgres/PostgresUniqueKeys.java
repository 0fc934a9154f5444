package dev.referee.adapter.postgres;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** A violation names its constraint in a field of its own, in every language of the server. */
final class PostgresUniqueKeys implements UniqueKeys {

    private static final String LIST = """
            SELECT i.relname AS name, coalesce(a.attname, '') AS column_name,
                   x.indpred IS NULL AND x.indimmediate AND x.indisvalid AS whole
              FROM pg_index x
              JOIN pg_class i ON i.oid = x.indexrelid
              JOIN pg_class t ON t.oid = x.indrelid
              JOIN pg_namespace n ON n.oid = t.relnamespace
              CROSS JOIN LATERAL unnest(x.indkey::int2[]) WITH ORDINALITY AS k (attnum, place)
              LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum
             WHERE x.indisunique AND k.place <= x.indnkeyatts
               AND t.relname = ? AND n.nspname = coalesce(?::text, current_schema())""";

    @Override
    public String list() {
        return LIST;
    }

    @Override
    public boolean isViolated(UniqueKey key, SQLException failure) {
        ServerErrorMessage told = failure instanceof PSQLException ours ? ours.getServerErrorMessage() : null;
        return told != null
                && key.schema()
                        .filter(schema -> !schema.equalsIgnoreCase(told.getSchema()))
                        .isEmpty()
                && key.tableAlone().equalsIgnoreCase(told.getTable())
                && key.constraint().equalsIgnoreCase(told.getConstraint());
    }
}
