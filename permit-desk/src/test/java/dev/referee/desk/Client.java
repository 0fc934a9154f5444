package dev.referee.desk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

/** Someone who talks to a desk. Each request that is not told otherwise is a new operation. */
record Client(int port, String user, String password) {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** The value of the header Authorization. */
    String authorization() {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .header("Authorization", authorization());
    }

    Answer get(String path) {
        return send(request(path).GET());
    }

    /** A command with a new key. */
    HttpRequest.Builder command(String method, String path, long revision, String json) {
        return command(method, path, "\"" + revision + "\"", UUID.randomUUID().toString(), json);
    }

    HttpRequest.Builder command(String method, String path, String ifMatch, String key, String json) {
        HttpRequest.Builder request = request(path).header("If-Match", ifMatch).header("Idempotency-Key", key);
        return json.isEmpty()
                ? request.method(method, BodyPublishers.noBody())
                : request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(json));
    }

    Answer post(String path, long revision, String json) {
        return send(command("POST", path, revision, json));
    }

    Answer put(String path, long revision) {
        return send(command("PUT", path, revision, ""));
    }

    Answer delete(String path, long revision) {
        return send(command("DELETE", path, revision, ""));
    }

    HttpRequest.Builder opening(String key, String json) {
        return request("/cases")
                .header("Idempotency-Key", key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(json));
    }

    /** Opens a case and returns its path. */
    String open(String title) {
        Answer answer = send(opening(UUID.randomUUID().toString(), "{\"title\":\"" + title + "\"}"));
        return answer.expect(201).header("Location");
    }

    static Answer send(HttpRequest.Builder request) {
        try {
            HttpResponse<byte[]> response = HTTP.send(request.build(), BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.headers(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
