package dev.referee.adapter.h2;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.referee.adapter.jdbc.dialect.Meaning;
import dev.referee.adapter.jdbc.dialect.Verdict;
import dev.referee.application.port.Phase;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class H2ErrorsTest {

    @Test
    void an_error_inside_the_database_passes_and_leaves_a_commit_in_doubt() {
        SQLException inside = new SQLException("General error", "HY000", 50000);
        assertEquals(
                Optional.of(new Verdict(Meaning.CONTENTION, true, false)),
                H2Errors.table().find(inside, Phase.LOCK, true));
    }
}
