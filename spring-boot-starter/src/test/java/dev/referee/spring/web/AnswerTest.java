package dev.referee.spring.web;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.spring.web.Server.Reply;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is kept of an answer, and what becomes of the claim. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerTest {

    private final Server server = Server.start();

    @AfterAll
    void close() {
        server.close();
    }

    private static String key() {
        return Token.random().value();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 204, 303, 400, 404, 409, 410, 412, 422})
    void an_answer_that_a_repeat_would_get_again_is_kept(int status) {
        String key = key();
        Reply first = server.send("/run/status/" + status, key);
        Reply second = server.send("/run/status/" + status, key);
        assertEquals(status, first.status());
        assertEquals(status, second.status());
        assertTrue(second.isReplayed());
        assertArrayEquals(first.body(), second.body());
    }

    @ParameterizedTest
    @ValueSource(ints = {401, 403, 408, 425, 429})
    void an_answer_that_says_that_nothing_was_done_leaves_the_key_free(int status) {
        String key = key();
        int before = server.runs();
        assertEquals(status, server.send("/run/status/" + status, key).status());
        Reply second = server.send("/run/status/" + status, key);
        assertEquals(status, second.status());
        assertFalse(second.isReplayed());
        assertEquals(before + 2, server.runs());
    }

    @Test
    void what_spring_security_refuses_behind_the_filter_leaves_the_key_free() {
        int before = server.runs();
        assertEquals(403, server.send("/run/denied", "denied").status());
        assertEquals(403, server.send("/run/denied", "denied").status());
        assertEquals(before + 2, server.runs());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/run/status/500", "/run/status/503", "/run/thrown", "/run/error/500"})
    void after_a_failure_the_key_stays_claimed_and_nothing_is_run_again(String path) {
        String key = key();
        int before = server.runs();
        assertTrue(server.send(path, key).status() >= 500);
        assertEquals(409, server.send(path, key).status());
        assertEquals(before + 1, server.runs());
    }

    @Test
    void after_a_failure_the_key_is_free_where_that_was_settled() {
        try (Server releasing = Server.start("referee.idempotency.http.after-server-error=release")) {
            for (String path : List.of("/run/status/500", "/run/thrown", "/run/error/500")) {
                assertEquals(500, releasing.send(path, "key").status());
                assertEquals(500, releasing.send(path, "key").status());
            }
            assertEquals(6, releasing.runs());
        }
    }

    @Test
    void an_error_page_is_made_anew_for_the_status_that_was_kept() {
        Reply first = server.send("/run/error/404", "page");
        Reply second = server.send("/run/error/404", "page");
        assertEquals(404, first.status());
        assertEquals(404, second.status());
        assertFalse(first.text().contains("dropped"), first::text);
        assertTrue(first.text().contains("\"path\":\"/run/error/404\""), first::text);
        assertTrue(second.text().contains("\"path\":\"/run/error/404\""), second::text);
        assertTrue(second.isReplayed());
    }

    @Test
    void a_redirect_is_kept() {
        Reply first = server.send("/run/redirect", "redirect");
        Reply second = server.send("/run/redirect", "redirect");
        assertEquals(302, second.status());
        assertEquals(first.header("Location"), second.header("Location"));
        assertTrue(second.header("Location").contains("/elsewhere/"), second.header("Location"));
        assertTrue(second.isReplayed());
    }

    @Test
    void what_a_writer_wrote_is_kept_in_its_charset() {
        Reply first = Server.send(server.post("/run/writer", "writer", "a\nb"));
        assertTrue(new String(first.body(), StandardCharsets.UTF_16BE).endsWith(" a|b"), first::text);
        Reply second = Server.send(server.post("/run/writer", "writer", "a\nb"));
        assertArrayEquals(first.body(), second.body());
        assertEquals(
                "text/plain;charset=UTF-16BE", second.header("Content-Type").replace(" ", ""));
        assertEquals(first.header("Content-Type"), second.header("Content-Type"));
    }

    @Test
    void an_answer_as_long_as_the_limit_is_kept_and_of_a_longer_one_that_it_was_given() {
        try (Server narrow = Server.start("referee.idempotency.http.max-response-size=1KB")) {
            assertEquals(1024, narrow.send("/run/long?length=1024", "fits").body().length);
            Reply kept = narrow.send("/run/long?length=1024", "fits");
            assertTrue(kept.isReplayed());
            assertEquals(1024, kept.body().length);

            assertEquals(1025, narrow.send("/run/long?length=1025", "longer").body().length);
            assertEquals(
                    3_000_000, narrow.send("/run/long?length=3000000", "long").body().length);
            for (String path : List.of("/run/long?length=1025", "/run/long?length=3000000")) {
                Reply repeat = narrow.send(path, path.endsWith("1025") ? "longer" : "long");
                assertEquals(410, repeat.status());
                assertTrue(repeat.text().contains("response-not-kept"), repeat::text);
            }
            assertEquals(3, narrow.runs());
        }
    }

    @Test
    void an_answer_of_the_greatest_size_is_kept() {
        try (Server wide = Server.start("referee.idempotency.http.max-response-size=700KB")) {
            wide.send("/run/long?length=716800", "key");
            Reply repeat = wide.send("/run/long?length=716800", "key");
            assertTrue(repeat.isReplayed());
            assertEquals(716_800, repeat.body().length);
        }
    }

    @Test
    void a_store_that_fails_at_the_claim_is_503_and_the_endpoint_does_not_run() {
        Faulty store = new Faulty();
        try (Server failing = Server.start(store)) {
            store.claimFails = true;
            Reply refused = failing.send("/run/status/200", "key");
            assertEquals(503, refused.status());
            assertEquals("5", refused.header("Retry-After"));
            assertTrue(refused.text().contains("store-unavailable"), refused::text);
            assertEquals(0, failing.runs());
            store.claimFails = false;
            assertEquals("run 1", failing.send("/run/status/200", "key").text());
        }
    }

    @Test
    void an_answer_that_cannot_be_recorded_is_given_all_the_same_and_nothing_runs_again() {
        Faulty store = new Faulty();
        try (Server failing = Server.start(store)) {
            store.recordFails = true;
            assertEquals("run 1", failing.send("/run/status/200", "key").text());
            store.recordFails = false;
            assertEquals(409, failing.send("/run/status/200", "key").status());
            assertEquals(1, failing.runs());
        }
    }

    /** A store that can be made to fail. */
    private static final class Faulty implements IdempotencyStore {

        private final IdempotencyStore store = InMemoryIdempotencyStore.create();
        volatile boolean claimFails;
        volatile boolean recordFails;

        private static void failIf(boolean fails) {
            if (fails) {
                throw new StoreFailure(
                        FailureKind.UNAVAILABLE, Phase.BEGIN, false, "no connection", new IllegalStateException());
            }
        }

        @Override
        public ClaimAnswer claim(IdempotencyKey key, ActionDigest digest, TimeToLive time) {
            failIf(claimFails);
            return store.claim(key, digest, time);
        }

        @Override
        public boolean record(IdempotencyKey key, Token token, ActionResult result) {
            failIf(recordFails);
            return store.record(key, token, result);
        }

        @Override
        public boolean release(IdempotencyKey key, Token token) {
            return store.release(key, token);
        }

        @Override
        public int deleteExpired(int limit) {
            return store.deleteExpired(limit);
        }
    }
}
