package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * H2 tells the constraint in the text of the message only: {@code ...: "PUBLIC.EMAIL_TAKEN INDEX PUBLIC.EMAIL_TAKEN_INDEX_8 ON PUBLIC.MEMBER(EMAIL)
 * VALUES ( ... )"}, before 2.4.240 the index alone. It begins what is quoted first, whatever the language; the values, which may hold anything,
 * come after it.
 */
final class H2UniqueKeys implements UniqueKeys {

    private static final String LIST = """
            SELECT K.CONSTRAINT_NAME AS NAME, K.COLUMN_NAME AS COLUMN_NAME, TRUE AS WHOLE
              FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE K
              JOIN INFORMATION_SCHEMA.TABLE_CONSTRAINTS C
                ON C.CONSTRAINT_SCHEMA = K.CONSTRAINT_SCHEMA AND C.CONSTRAINT_NAME = K.CONSTRAINT_NAME
             WHERE C.CONSTRAINT_TYPE IN ('UNIQUE', 'PRIMARY KEY')
               AND K.TABLE_NAME = ?1 AND K.TABLE_SCHEMA = COALESCE(?2, SCHEMA())
            UNION ALL
            SELECT I.INDEX_NAME, C.COLUMN_NAME, TRUE
              FROM INFORMATION_SCHEMA.INDEXES I
              JOIN INFORMATION_SCHEMA.INDEX_COLUMNS C
                ON C.INDEX_SCHEMA = I.INDEX_SCHEMA AND C.INDEX_NAME = I.INDEX_NAME
             WHERE I.INDEX_TYPE_NAME = 'UNIQUE INDEX' AND NOT I.IS_GENERATED
               AND I.TABLE_NAME = ?1 AND I.TABLE_SCHEMA = COALESCE(?2, SCHEMA())""";

    /** Within what is quoted, a quote is doubled. */
    private static final Pattern FIRST_NAME =
            Pattern.compile("(?s)[^\"]*\"(?:(?:\"\"[^\"]+\"\"|[^\". ]+)\\.)?(\"\"[^\"]+\"\"|[^\". (]+) .*");

    private static final Pattern GENERATED = Pattern.compile("(.+)_INDEX_[0-9A-F_]+");

    @Override
    public String list() {
        return LIST;
    }

    /** By the text, since nothing else tells it. */
    @Override
    public boolean isViolated(UniqueKey key, SQLException failure) {
        return UniqueKeys.inText(FIRST_NAME, failure)
                .map(quoted -> quoted.replace("\"", ""))
                .filter(name -> isNameOf(key, name))
                .isPresent();
    }

    private static boolean isNameOf(UniqueKey key, String name) {
        Matcher generated = GENERATED.matcher(name);
        return key.constraint().equalsIgnoreCase(name)
                || (generated.matches() && key.constraint().equalsIgnoreCase(generated.group(1)));
    }
}
