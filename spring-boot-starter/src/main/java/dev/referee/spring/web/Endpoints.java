package dev.referee.spring.web;

import dev.referee.domain.command.InvalidValue;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.RequestPath;
import org.springframework.web.util.ServletRequestPathUtils;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;

/** The requests that take a key. Paths are matched as Spring MVC matches them, so that no spelling leads round the filter. */
final class Endpoints {

    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private final List<PathPattern> paths;
    private final Set<String> methods;

    Endpoints(List<String> paths, List<String> methods) {
        PathPatternParser parser = PathPatternParser.defaultInstance;
        this.paths = paths.stream()
                .map(path -> parser.parse(parser.initFullPathPattern(path)))
                .toList();
        this.methods =
                methods.stream().map(method -> method.toUpperCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
        this.methods.stream().filter(SAFE::contains).findFirst().ifPresent(method -> {
            throw new InvalidValue(
                    "referee.idempotency.http.methods", "must not hold " + method + ", which changes nothing");
        });
    }

    boolean take(HttpServletRequest request) {
        if (!methods.contains(request.getMethod())) {
            return false;
        }
        PathContainer path = pathOf(request).pathWithinApplication();
        return paths.stream().anyMatch(pattern -> pattern.matches(path));
    }

    private static RequestPath pathOf(HttpServletRequest request) {
        return ServletRequestPathUtils.hasParsedRequestPath(request)
                ? ServletRequestPathUtils.getParsedRequestPath(request)
                : RequestPath.parse(request.getRequestURI(), request.getContextPath());
    }
}
