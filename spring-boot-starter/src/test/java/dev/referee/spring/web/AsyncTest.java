package dev.referee.spring.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.Token;
import dev.referee.spring.web.Server.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Endpoints that answer from another thread. */
class AsyncTest {

    private static final Server SERVER = Server.start();

    private final String key = Token.random().value();

    @AfterAll
    static void close() {
        SERVER.close();
    }

    @BeforeEach
    void reset() {
        SERVER.endpoint().reset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"deferred", "future", "streaming", "raw-async"})
    void an_answer_from_another_thread_is_kept(String kind) {
        Reply first = SERVER.send("/run/" + kind, key);
        assertTrue(first.text().startsWith("run 1"), first::text);
        Reply second = SERVER.send("/run/" + kind, key);
        assertEquals(first.status(), second.status());
        assertArrayEquals(first.body(), second.body());
        assertEquals(first.header("Location"), second.header("Location"));
        assertTrue(second.isReplayed());
        assertEquals(1, SERVER.runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"failing-future", "never"})
    void one_that_fails_or_does_not_end_in_time_keeps_its_claim(String kind) {
        assertTrue(SERVER.send("/run/" + kind, key).status() >= 500);
        assertEquals(409, SERVER.send("/run/" + kind, key).status());
        assertEquals(1, SERVER.runs());
    }

    @Test
    void events_go_through_as_they_come_and_are_not_kept() {
        Reply first = SERVER.send("/run/events", key);
        assertEquals("data:run 1 event 1\n\ndata:run 1 event 2\n\ndata:run 1 event 3\n\n", first.text());
        Reply second = SERVER.send("/run/events", key);
        assertEquals(410, second.status());
        assertTrue(second.text().contains("response-not-kept"), second::text);
        assertEquals(1, SERVER.runs());
    }
}
