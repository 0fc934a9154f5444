package dev.referee.spring.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.spring.web.Server.Reply;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;

/** Claims in a database outlive the application, and hold for several of them. */
class RestartTest {

    private static Server server(String url, Path folder) {
        return Server.run(
                new SpringApplicationBuilder(Server.Application.class),
                "spring.datasource.url=" + url.formatted(folder));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:file:%s/claims;AUTO_SERVER=TRUE", "jdbc:sqlite:%s/claims.db"})
    void an_answer_is_replayed_after_a_restart(String url, @TempDir Path folder) {
        Reply first;
        try (Server server = server(url, folder)) {
            first = server.send("/run/binary", "key");
            assertEquals(200, first.status());
        }
        try (Server server = server(url, folder)) {
            Reply second = server.send("/run/binary", "key");
            assertTrue(second.isReplayed());
            assertArrayEquals(first.body(), second.body());
            assertEquals(0, server.runs());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:file:%s/claims;AUTO_SERVER=TRUE", "jdbc:sqlite:%s/claims.db"})
    void two_applications_on_one_database_run_a_request_once(String url, @TempDir Path folder) throws Exception {
        try (Server one = server(url, folder);
                Server two = server(url, folder)) {
            CompletableFuture<Reply> first = CompletableFuture.supplyAsync(() -> one.send("/run/stopped", "key"));
            assertTrue(one.endpoint().arrived.tryAcquire(30, TimeUnit.SECONDS));
            Reply second = two.send("/run/stopped", "key");
            assertEquals(409, second.status());
            assertEquals("1", second.header("Retry-After"));
            one.endpoint().open();
            assertEquals("run 1", first.get(30, TimeUnit.SECONDS).text());
            assertEquals("run 1", two.send("/run/stopped", "key").text());
            assertEquals(0, two.runs());
        }
    }
}
