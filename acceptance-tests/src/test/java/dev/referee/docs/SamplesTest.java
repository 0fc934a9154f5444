package dev.referee.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Holds the pages' Java samples against the code that they are taken from. A sample is announced by a comment {@code <!-- sample: file#name
 * -->}, where the file may be given with as much of its path as makes it the only one; in the file it stands between {@code // sample: name} and {@code // end}. A Java block without such a comment is a fault.
 */
class SamplesTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Pattern JAVA_BLOCK =
            Pattern.compile("(?:<!-- sample: (\\S+)#(\\S+) -->\\n)?```java\\n(.*?)```", Pattern.DOTALL);

    /** Where a sample is taken from. */
    record Source(String file, String name) {
        String announcement() {
            return "<!-- sample: " + file + "#" + name + " -->\n```java\n";
        }
    }

    record Sample(String page, Optional<Source> source, String text) {
        @Override
        public String toString() {
            return page + " " + source.map(Source::toString).orElse("(without a source)");
        }
    }

    static List<Sample> samples() throws IOException {
        List<Sample> samples = new ArrayList<>();
        for (Path page : pages()) {
            samples.addAll(samplesOf(page));
        }
        return samples;
    }

    private static List<Sample> samplesOf(Path page) throws IOException {
        List<Sample> samples = new ArrayList<>();
        Matcher block = JAVA_BLOCK.matcher(Files.readString(page));
        while (block.find()) {
            samples.add(new Sample(
                    ROOT.relativize(page).toString(),
                    Optional.ofNullable(block.group(1)).map(file -> new Source(file, block.group(2))),
                    block.group(3)));
        }
        return samples;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            List<Path> pages = new ArrayList<>(
                    docs.filter(file -> file.toString().endsWith(".md")).toList());
            pages.add(ROOT.resolve("README.md"));
            return pages;
        }
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_is_what_is_compiled(Sample sample) throws IOException {
        Source source = sample.source()
                .orElseThrow(() -> new AssertionError("a Java block without a source:\n" + sample.text()));
        assertEquals(region(source), sample.text());
    }

    private static Path find(String name) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : List.of("acceptance-tests/src", "cookbook/src", "spring-boot-starter/src")) {
            try (Stream<Path> files = Files.walk(ROOT.resolve(module))) {
                files.filter(file -> file.endsWith(name)).forEach(found::add);
            }
        }
        assertEquals(1, found.size(), () -> "files of the name " + name + ": " + found);
        return found.get(0);
    }

    private static String region(Source source) throws IOException {
        Path file = find(source.file());
        String text = Files.readString(file);
        Matcher region = Pattern.compile(
                        " *// sample: " + Pattern.quote(source.name()) + "\\n(.*?) *// end\\n", Pattern.DOTALL)
                .matcher(text);
        assertTrue(region.find(), () -> file + " has no region " + source.name());
        // The last line end is put back afterwards: an empty last line would count as one without indent.
        return region.group(1).stripTrailing().stripIndent() + "\n";
    }
}
