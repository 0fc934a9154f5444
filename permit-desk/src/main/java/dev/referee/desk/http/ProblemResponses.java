package dev.referee.desk.http;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/** Problem documents as responses, in the three places where responses are made: controllers, Spring Security, Tomcat. */
final class ProblemResponses {

    private ProblemResponses() {}

    static ResponseEntity<byte[]> entity(Problem problem) {
        return entity(problem, HttpHeaders.EMPTY);
    }

    static ResponseEntity<byte[]> entity(Problem problem, HttpHeaders headers) {
        ResponseEntity.BodyBuilder response =
                ResponseEntity.status(problem.status()).headers(headers).contentType(Problem.MEDIA_TYPE);
        problem.retryAfterSeconds()
                .ifPresent(seconds -> response.header(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
        return response.body(problem.json());
    }

    static void write(Problem problem, HttpServletResponse response) throws IOException {
        byte[] json = problem.json();
        response.setStatus(problem.status().value());
        response.setContentType(Problem.MEDIA_TYPE.toString());
        response.setContentLength(json.length);
        response.getOutputStream().write(json);
    }
}
