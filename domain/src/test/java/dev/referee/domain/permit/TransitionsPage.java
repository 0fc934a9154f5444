package dev.referee.domain.permit;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes docs/transitions.md from the table. */
final class TransitionsPage {

    private TransitionsPage() {}

    static String render() {
        return """
                # What may be done to a permit case

                This page is generated from `TransitionTable` by `TransitionsPageTest`; the build fails when it is out of date.
                `mvn -pl domain test -Dtest=TransitionsPageTest -Dreferee.docs=write` writes it anew.

                | action | from | to | who | reason |
                |---|---|---|---|---|
                %s

                Every accepted action raises the revision by one. Assigning a reviewer who is assigned, removing one who is not, and
                opening a case under a number that is in use are illegal transitions. Where several refusals apply, the answer is the
                first of: `case-not-found`, `not-authorized`, `illegal-transition`, `stale-revision`.

                ## By status

                The status after each action; empty where the action is an `illegal-transition`.

                %s

                ## As a picture

                ```mermaid
                stateDiagram-v2
                %s
                ```
                """.formatted(rows(), grid(), diagram());
    }

    private static String rows() {
        return TransitionTable.rows().stream()
                .map(row -> line(List.of(
                        row.action().wireName(),
                        row.from().stream().map(Enum::name).collect(Collectors.joining(", ")),
                        row.to().map(Enum::name).orElse("the same"),
                        row.who().stream().map(Who::words).collect(Collectors.joining(", ")),
                        row.reason().name().toLowerCase(Locale.ROOT))))
                .collect(Collectors.joining("\n"));
    }

    private static String grid() {
        List<Status> statuses = Arrays.asList(Status.values());
        String head = "| action | " + statuses.stream().map(Enum::name).collect(Collectors.joining(" | ")) + " |";
        String rule = "|---".repeat(statuses.size() + 1) + "|";
        String body = TransitionTable.rows().stream()
                .filter(row -> row.action() != Action.OPEN)
                .map(row -> "| " + row.action().wireName() + " | "
                        + statuses.stream()
                                .map(status -> row.from().contains(status)
                                        ? row.after(status).name()
                                        : "")
                                .collect(Collectors.joining(" | "))
                        + " |")
                .collect(Collectors.joining("\n"));
        return head + "\n" + rule + "\n" + body;
    }

    private static String diagram() {
        return TransitionTable.rows().stream()
                .flatMap(row -> row.from().isEmpty()
                        ? Optional.of("    [*] --> " + row.to().orElseThrow() + " : open").stream()
                        : row.from().stream()
                                .filter(from -> row.after(from) != from)
                                .map(from -> "    " + from + " --> " + row.after(from) + " : "
                                        + row.action().wireName()))
                .collect(Collectors.joining("\n"));
    }

    private static String line(List<String> cells) {
        return "| " + String.join(" | ", cells) + " |";
    }
}
