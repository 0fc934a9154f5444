package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who acquires a key, and what everybody else is told. */
public abstract class IdempotencyRules extends IdempotencyTools {

    private static final int CLAIMERS = 64;
    private static final int NODES = 4;
    private static final int POOL = 12;

    @Test
    void CLAIM_1_a_new_key_is_acquired_and_a_live_one_is_pending_and_then_completed() {
        IdempotencyStore elsewhere = newNode(NodeOptions.DEFAULT).idempotency();
        Token token = acquired();

        for (IdempotencyStore each : List.of(claims(), elsewhere)) {
            assertPending(LONG, writingNothing(() -> each.claim(KEY, PAY, HOUR)));
        }

        assertTrue(elsewhere.record(KEY, token, DONE), "whoever has the token records, on whichever node");

        for (IdempotencyStore each : List.of(claims(), elsewhere)) {
            assertCompleted(DONE, writingNothing(() -> each.claim(KEY, PAY, HOUR)));
        }
    }

    @Test
    void CLAIM_1_an_expired_key_is_new_whatever_became_of_it() {
        Token pending = acquired();
        advance(LONG);
        Token completed = acquired();
        assertNotEquals(pending, completed);
        assertTrue(claims().record(KEY, completed, DONE));
        advance(LONG);

        Token third = acquired();

        assertNotEquals(completed, third);
        assertPending(LONG, claim());
        assertTrue(claims().record(KEY, third, OTHER));
        assertCompleted(OTHER, claim());
    }

    @ConcurrencyTest
    void CLAIM_1_one_of_64_who_claim_a_new_key_at_once_acquires_it() {
        List<IdempotencyStore> nodes = claimsOfNodes(NODES, POOL);

        oneAcquires(KEY, crew().atOnce(CLAIMERS, i -> nodes.get(i % NODES).claim(KEY, PAY, HOUR)));
    }

    @ConcurrencyTest
    void CLAIM_1_one_of_64_who_claim_an_expired_key_at_once_acquires_it() {
        List<IdempotencyStore> nodes = claimsOfNodes(NODES, POOL);
        IdempotencyKey done = key("done");
        Token token = acquired();
        assertTrue(claims().record(done, tokenOf(claims().claim(done, PAY, HOUR)), DONE));
        advance(LONG);

        oneAcquires(KEY, crew().atOnce(CLAIMERS, i -> nodes.get(i % NODES).claim(KEY, PAY, HOUR)));
        oneAcquires(done, crew().atOnce(CLAIMERS, i -> nodes.get(i % NODES).claim(done, PAY, HOUR)));

        assertFalse(claims().record(KEY, token, DONE), "the owner whose time was over");
    }

    @ConcurrencyTest
    void CLAIM_1_each_of_many_keys_that_are_claimed_at_once_has_one_owner() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, POOL);
        List<IdempotencyKey> keys =
                IntStream.range(0, 8).mapToObj(i -> key("many-" + i)).toList();
        // Half of them are there, and over.
        keys.stream().limit(4).forEach(each -> tokenOf(claims().claim(each, PAY, HOUR)));
        advance(LONG);

        List<Map<IdempotencyKey, ClaimAnswer>> answers = crew().atOnce(
                        16,
                        i -> IntStream.range(0, keys.size())
                                .mapToObj(n -> keys.get((n * 3 + i) % keys.size()))
                                .collect(Collectors.toMap(
                                        each -> each, each -> nodes.get(i % 2).claim(each, PAY, HOUR))));

        for (IdempotencyKey each : keys) {
            oneAcquires(each, answers.stream().map(of -> of.get(each)).toList());
        }
    }

    /** Asserts that one has it and all others are told that it is pending, and lets the one record. */
    private void oneAcquires(IdempotencyKey key, List<ClaimAnswer> answers) {
        List<Token> tokens = tokensIn(answers);
        assertEquals(1, tokens.size(), () -> "owners of " + key + " among " + answers);
        answers.stream()
                .filter(answer -> !(answer instanceof ClaimAnswer.Acquired))
                .forEach(answer -> assertPending(LONG, answer));
        assertTrue(claims().record(key, tokens.get(0), DONE), "the one who acquired it");
        assertCompleted(DONE, claims().claim(key, PAY, HOUR));
    }

    @ConcurrencyTest
    void CLAIM_1_who_claims_while_the_result_is_recorded_gets_it_or_is_told_to_wait() {
        List<IdempotencyStore> nodes = claimsOfNodes(2, POOL);
        Token token = acquired();

        List<ClaimAnswer> answers = crew().atOnce(16, i -> {
            if (i == 0) {
                assertTrue(claims().record(KEY, token, DONE));
            }
            return nodes.get(i % 2).claim(KEY, PAY, HOUR);
        });

        assertCompleted(DONE, answers.get(0));
        for (ClaimAnswer answer : answers) {
            if (!(answer instanceof ClaimAnswer.Completed)) {
                assertPending(LONG, answer);
            } else {
                assertCompleted(DONE, answer);
            }
        }
    }

    @Test
    void CLAIM_1_keys_differ_by_every_byte() {
        String longest = "~!".repeat(99) + "~";
        assertApart(List.of(
                key("key"),
                key("Key"),
                key("KEY"),
                key("key~"),
                key("~key"),
                key("key!"),
                key("!key"),
                key("ke"),
                key("k"),
                key("keykey"),
                key("k%"),
                key("k_y"),
                key("%"),
                key("*"),
                key("k\\y"),
                key("k'y"),
                key("k\"y"),
                key("k;y"),
                key("k-ey"),
                key("k-e-y"),
                key("k.ey"),
                key("k/ey"),
                key("10"),
                key("010"),
                key("1e1"),
                key("10.0"),
                key("null"),
                key("NULL"),
                key(longest + "a"),
                key(longest + "A"),
                key(longest + "~"),
                key(longest)));
    }

    @Test
    void CLAIM_1_a_key_belongs_to_its_namespace() {
        String longest = "n".repeat(63);
        assertApart(List.of(
                IdempotencyKey.of("a", "b.c"),
                IdempotencyKey.of("a.b", "c"),
                IdempotencyKey.of("a.b.c", "c"),
                IdempotencyKey.of("a", "-b"),
                IdempotencyKey.of("a-", "b"),
                IdempotencyKey.of("a", "b"),
                IdempotencyKey.of("b", "a"),
                IdempotencyKey.of("ab", "c"),
                IdempotencyKey.of("a", "bc"),
                IdempotencyKey.of("a", "/bc"),
                IdempotencyKey.of("a", "a/b"),
                IdempotencyKey.of(longest + "a", "b"),
                IdempotencyKey.of(longest + "b", "b"),
                IdempotencyKey.of(longest, "b")));
    }

    /** A key that was claimed, and what is to be recorded under it. */
    private record Claimed(IdempotencyKey key, Token token, ActionResult result) {}

    /** Takes each through its life, in the sight of all others. */
    private void assertApart(List<IdempotencyKey> keys) {
        IdempotencyStore claims = claims();
        List<Claimed> all = keys.stream()
                .map(each -> new Claimed(
                        each,
                        tokenOf(claims.claim(each, digestOf(each), HOUR)),
                        ActionResult.of(List.of(each.namespace().value(), each.key()))))
                .toList();
        Token first = all.get(0).token();
        keys.stream().skip(1).forEach(each -> {
            assertFalse(claims.record(each, first, DONE), () -> "another key's token records under " + each);
            assertFalse(claims.release(each, first), () -> "another key's token releases " + each);
        });
        for (Claimed each : all) {
            assertPending(LONG, claims.claim(each.key(), digestOf(each.key()), HOUR));
            assertTrue(claims.record(each.key(), each.token(), each.result()), each::toString);
        }
        for (Claimed each : all) {
            assertCompleted(each.result(), claims.claim(each.key(), digestOf(each.key()), HOUR));
        }
        advance(LONG);
        for (IdempotencyKey each : keys) {
            assertTrue(claims.release(each, tokenOf(claims.claim(each, digestOf(each), HOUR))), each::toString);
        }
    }

    private static ActionDigest digestOf(IdempotencyKey key) {
        return digest(key.toString());
    }

    @Test
    void CLAIM_1_tokens_are_random_and_in_no_text() {
        IdempotencyStore elsewhere = newNode(NodeOptions.DEFAULT).idempotency();
        List<String> tokens = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            for (IdempotencyStore each : List.of(claims(), elsewhere)) {
                ClaimAnswer answer = each.claim(KEY, PAY, HOUR);
                Token token = tokenOf(answer);
                assertFalse(answer.toString().contains(token.value()), "the answer's text holds the token");
                assertFalse(each.toString().contains(token.value()), "the store's text holds the token");
                assertTrue(each.release(KEY, token));
                tokens.add(token.value());
            }
        }
        for (int i = 0; i < tokens.size(); i++) {
            for (int j = 0; j < i; j++) {
                String one = tokens.get(i);
                String other = tokens.get(j);
                int differing = (int) IntStream.range(0, Math.min(one.length(), other.length()))
                        .filter(at -> one.charAt(at) != other.charAt(at))
                        .count();
                assertTrue(differing >= 8, () -> "two tokens differ in " + differing + " places only");
            }
        }
    }

    @Test
    void CLAIM_1_a_clients_clock_changes_nothing() {
        Duration half = Duration.ofMinutes(30);
        TimeToLive time = TimeToLive.of(half);
        for (Duration off : List.of(LONG, LONG.negated())) {
            IdempotencyStore skewed = store().idempotencyUnderClock(off);
            IdempotencyKey ours = key("ours/" + off);
            IdempotencyKey its = key("its/" + off);
            Token token = tokenOf(claims().claim(ours, PAY, time));
            Token itsToken = tokenOf(skewed.claim(its, PAY, time));

            assertPending(half, skewed.claim(ours, PAY, HOUR));
            assertPending(half, claims().claim(its, PAY, HOUR));
            assertEquals(0, skewed.deleteExpired(100), "a live key was deleted");
            assertEquals(0, claims().deleteExpired(100), "a live key was deleted");
            assertTrue(claims().record(ours, token, DONE));
            assertTrue(skewed.record(its, itsToken, OTHER));
            assertCompleted(DONE, skewed.claim(ours, PAY, HOUR));
            assertCompleted(OTHER, claims().claim(its, PAY, HOUR));

            advance(half);

            assertFalse(claims().record(ours, token, DONE), "recorded after the end");
            assertFalse(skewed.record(its, itsToken, OTHER), "recorded after the end");
            assertTrue(skewed.release(ours, tokenOf(skewed.claim(ours, PAY, time))));
            assertEquals(1, skewed.deleteExpired(100));
            tokenOf(claims().claim(its, PAY, time));
            advance(half);
            assertEquals(1, claims().deleteExpired(100));
        }
    }

    @Test
    void CLAIM_1_what_is_malformed_is_refused_before_the_store_is_asked() {
        IdempotencyStore claims = claims();
        for (String malformed : List.of("", " ", "a b", "a ", "\t", "a\n", "caf\u00E9", "a\u0000", "a".repeat(201))) {
            assertThrows(InvalidValue.class, () -> key(malformed));
        }
        for (String malformed : List.of("", "A", "a/b", "a b", "n".repeat(65))) {
            assertThrows(InvalidValue.class, () -> IdempotencyKey.of(malformed, "key"));
        }
        for (Duration time : List.of(
                Duration.ZERO,
                Duration.ofSeconds(-1),
                Duration.ofMillis(999),
                Duration.ofDays(30).plusMillis(1))) {
            assertThrows(IllegalArgumentException.class, () -> TimeToLive.of(time), time::toString);
        }
        for (String malformed : List.of("", "a".repeat(63), "A".repeat(64), "g".repeat(64), "a".repeat(65))) {
            assertThrows(InvalidValue.class, () -> new ActionDigest(malformed));
        }
        for (int limit : List.of(0, -1, IdempotencyStore.MOST_DELETED + 1)) {
            assertThrows(InvalidValue.class, () -> claims.deleteExpired(limit), () -> "limit " + limit);
        }
    }
}
