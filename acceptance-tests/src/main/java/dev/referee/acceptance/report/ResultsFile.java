package dev.referee.acceptance.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Keeps the results of one run of JUnit, and writes file and table when it ends. */
final class ResultsFile implements AutoCloseable {

    private final Results results = new Results();
    private final Optional<Path> file;

    ResultsFile(Optional<Path> file) {
        this.file = file;
    }

    Results results() {
        return results;
    }

    @Override
    public void close() throws IOException {
        if (file.isEmpty()) {
            return;
        }
        Path path = file.get().toAbsolutePath();
        Files.createDirectories(path.getParent());
        Files.writeString(path, ResultsJson.of(results));
        PrintStream console = System.out;
        console.println(ResultsTable.of(results));
        console.println("Results: " + path);
    }
}
