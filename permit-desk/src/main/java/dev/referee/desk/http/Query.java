package dev.referee.desk.http;

import dev.referee.application.port.CaseQueries.Filter;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.ReviewerId;
import dev.referee.domain.permit.Status;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The query of the list of cases. */
final class Query {

    static final int DEFAULT_LIMIT = 20;
    static final int MAX_LIMIT = 100;

    private static final Set<String> KNOWN = Set.of("status", "reviewer", "after", "limit");

    private Query() {}

    static Filter of(HttpServletRequest request) {
        Map<String, String[]> parameters = request.getParameterMap();
        parameters.forEach((name, values) -> {
            if (!KNOWN.contains(name)) {
                throw new InvalidValue("query", "may hold status, reviewer, after and limit only");
            }
            if (values.length > 1) {
                throw new InvalidValue(name, "must be given once");
            }
        });
        return new Filter(
                one(parameters, "status").map(Query::status),
                one(parameters, "reviewer")
                        .map(text -> new ReviewerId(Numbers.parse("reviewer", text, 1, Long.MAX_VALUE))),
                one(parameters, "after").map(text -> new CaseId(Numbers.parse("after", text, 1, Long.MAX_VALUE))),
                one(parameters, "limit")
                        .map(text -> Math.toIntExact(Numbers.parse("limit", text, 1, MAX_LIMIT)))
                        .orElse(DEFAULT_LIMIT));
    }

    private static Optional<String> one(Map<String, String[]> parameters, String name) {
        return Optional.ofNullable(parameters.get(name)).map(values -> values[0]);
    }

    private static Status status(String text) {
        return Arrays.stream(Status.values())
                .filter(each -> each.name().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidValue("status", "must be one of " + List.of(Status.values())));
    }
}
