package dev.referee.domain.permit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TransitionsPageTest {

    @Test
    void the_page_of_transitions_is_up_to_date() throws IOException {
        Path page = Path.of(System.getProperty("basedir", ""), "..", "docs", "transitions.md");
        String rendered = TransitionsPage.render();
        if ("write".equals(System.getProperty("referee.docs"))) {
            Files.createDirectories(page.getParent());
            Files.writeString(page, rendered);
        }
        String present = Files.exists(page) ? Files.readString(page).replace("\r\n", "\n") : "";
        assertEquals(rendered, present, "docs/transitions.md is out of date: write it anew with -Dreferee.docs=write");
    }
}
