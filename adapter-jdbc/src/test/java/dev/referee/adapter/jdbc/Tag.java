package dev.referee.adapter.jdbc;

import dev.referee.adapter.jdbc.SqlGuardedInsert.UniqueKey;
import java.util.List;
import java.util.Set;

/** A row whose name only one can have, in the table {@code tag}. */
public record Tag(long id, String name) {

    public static final String TABLE = "CREATE TABLE tag (id BIGINT NOT NULL PRIMARY KEY, name VARCHAR(60) NOT NULL)";
    public static final String INDEX = "CREATE UNIQUE INDEX tag_name ON tag (name)";

    /** How it is inserted, with this index declared to be on this column. */
    public static SqlGuardedInsert<Tag> guarded(String index, String column) {
        return new SqlGuardedInsert<>() {
            @Override
            public List<UniqueKey> keys() {
                return List.of(new UniqueKey("name-taken", index, "tag", Set.of(column)));
            }

            @Override
            public Sql insert(Tag tag) {
                return Sql.of("INSERT INTO tag (id, name) VALUES (?, ?)", tag.id(), tag.name());
            }

            @Override
            public Sql find(String guard, Tag tag) {
                return Sql.of("SELECT id, name FROM tag WHERE name = ?", tag.name());
            }

            @Override
            public Tag map(Row row) {
                return new Tag(row.number("id"), row.text("name"));
            }
        };
    }
}
