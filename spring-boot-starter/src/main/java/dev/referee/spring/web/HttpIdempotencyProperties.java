package dev.referee.spring.web;

import dev.referee.application.idempotency.FailedHandler;
import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Which requests take an Idempotency-Key, and what is kept of their answers.
 *
 * @param paths patterns of paths as in request mappings, such as /payments/**; without any there is no filter
 * @param methods methods that take a key on these paths; not GET, HEAD, OPTIONS or TRACE
 * @param required whether a request without a key is refused; otherwise it is not looked at
 * @param maxBodySize longest body of a request
 * @param memoryBufferSize longest body that is kept in memory while the request runs; longer ones are in a temporary file
 * @param maxResponseSize longest body of an answer that is kept, at most 700KB; of longer ones it is kept that they were given
 * @param headers names of the answer's headers that are kept
 * @param waitForFirst how long a repeat waits for the first request to end before it is answered with 409: 0 to 1 minute
 * @param retryAfter what repeats of a running request are told in Retry-After: 1 s or more
 * @param afterServerError whether the key stays claimed after an answer of 5xx or an exception, or may be used again at once
 */
@ConfigurationProperties("referee.idempotency.http")
public record HttpIdempotencyProperties(
        @DefaultValue List<String> paths,
        @DefaultValue({"POST", "PATCH"}) List<String> methods,
        @DefaultValue("true") boolean required,
        @DefaultValue("10MB") DataSize maxBodySize,
        @DefaultValue("64KB") DataSize memoryBufferSize,
        @DefaultValue("256KB") DataSize maxResponseSize,

        @DefaultValue({
            "Content-Type",
            "Content-Encoding",
            "Content-Language",
            "Content-Disposition",
            "Location",
            "ETag",
            "Last-Modified",
            "Link"
        })
        List<String> headers,

        @DefaultValue("0s") Duration waitForFirst,
        @DefaultValue("1s") Duration retryAfter,
        @DefaultValue("keep") FailedHandler afterServerError) {}
