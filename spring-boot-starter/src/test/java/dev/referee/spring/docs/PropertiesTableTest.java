package dev.referee.spring.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds the page's table of properties against the metadata that editors are given. */
class PropertiesTableTest {

    private static SortedSet<String> names(String file, String pattern) throws IOException {
        Matcher name = Pattern.compile(pattern, Pattern.MULTILINE).matcher(Files.readString(Path.of(file)));
        SortedSet<String> names = new TreeSet<>();
        while (name.find()) {
            names.add(name.group(1));
        }
        return names;
    }

    @Test
    void the_page_lists_each_property_and_no_other() throws IOException {
        String properties = "target/classes/META-INF/spring-configuration-metadata.json";
        assertEquals(
                names(properties, "\"name\": \"(referee\\.[a-z.-]+)\",\\s+\"type\": \"[^\"]+\",\\s+\"description\""),
                names("../docs/spring-boot.md", "^\\| `(referee\\.[a-z.-]+)` \\|"));
    }
}
