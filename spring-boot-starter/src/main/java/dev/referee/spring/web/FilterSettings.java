package dev.referee.spring.web;

import dev.referee.application.idempotency.FailedHandler;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.util.unit.DataSize;

/** The properties, checked. */
record FilterSettings(
        TimeToLive timeToLive,
        boolean required,
        long maxBody,
        int memoryBuffer,
        int maxResponse,
        List<String> headers,
        Duration waitForFirst,
        long retryAfterSeconds,
        boolean releasedAfterServerError) {

    private static final String PREFIX = "referee.idempotency.http.";
    private static final long MAX_RESPONSE = DataSize.ofKilobytes(700).toBytes();
    private static final long LONGEST_WAIT_MILLIS = Duration.ofMinutes(1).toMillis();

    /** They belong to one exchange, to the connection, or to a session. */
    private static final Set<String> NEVER_KEPT = Stream.of(
                    "Set-Cookie",
                    "Set-Cookie2",
                    "Date",
                    "Age",
                    "Connection",
                    "Keep-Alive",
                    "Content-Length",
                    "Transfer-Encoding",
                    "Trailer",
                    "Upgrade",
                    "Authorization",
                    "WWW-Authenticate",
                    "Proxy-Authenticate",
                    "Authentication-Info",
                    "Idempotency-Replayed")
            .map(FilterSettings::lower)
            .collect(Collectors.toUnmodifiableSet());

    static FilterSettings of(HttpIdempotencyProperties properties, TimeToLive timeToLive) {
        properties.headers().forEach(name -> {
            if (NEVER_KEPT.contains(lower(name))) {
                throw new InvalidValue(
                        PREFIX + "headers", "must not hold " + name + ", which belongs to one answer alone");
            }
        });
        return new FilterSettings(
                timeToLive,
                properties.required(),
                Check.range(PREFIX + "max-body-size", properties.maxBodySize().toBytes(), 1, Long.MAX_VALUE),
                (int) Check.range(
                        PREFIX + "memory-buffer-size",
                        properties.memoryBufferSize().toBytes(),
                        0,
                        1 << 30),
                (int) Check.range(
                        PREFIX + "max-response-size",
                        properties.maxResponseSize().toBytes(),
                        0,
                        MAX_RESPONSE),
                List.copyOf(properties.headers()),
                Duration.ofMillis(Check.range(
                        PREFIX + "wait-for-first (ms)",
                        properties.waitForFirst().toMillis(),
                        0,
                        LONGEST_WAIT_MILLIS)),
                Check.range(PREFIX + "retry-after (s)", properties.retryAfter().toSeconds(), 1, Long.MAX_VALUE),
                properties.afterServerError() == FailedHandler.RELEASE);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
