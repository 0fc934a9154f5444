package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.DriverListener.Kind;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.report.RoundTrips;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.Feature;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.domain.command.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a command costs on the wire. */
public abstract class RoundTripRules extends Rules {

    private static final int MOST_FOR_EXECUTION = 8;
    private static final int MOST_FOR_REPLAY = 4;
    private static final int MOST_FOR_CLAIM = 9;
    private static final int WARM_UP = 20;
    private static final ActionDigest ACTION = new ActionDigest("a".repeat(64));
    private static final TimeToLive TIME = TimeToLive.of(Duration.ofMinutes(10));

    @Test
    void TX_1_the_protocol_takes_few_round_trips() {
        requires(Feature.CONNECTIONS, Feature.NETWORK);
        TcpProxy proxy = proxy();
        Recorder recorder = new Recorder(() -> proxy.traffic().roundTrips());
        Node far = newNode(
                NodeOptions.DEFAULT.poolSize(1).throughPort(proxy.port()).wiring(Wiring.DEFAULT.driver(recorder)));
        Permits permits = new Permits(far, CommandEngine.over(far.adapter()).build());
        permits.putInReview();
        long revision = IN_REVIEW;
        for (int i = 0; i < WARM_UP; i++) {
            permits.approve("warm-" + i, revision).orElseThrow();
            permits.approve("warm-" + i, revision).orElseThrow();
            permits.commands()
                    .reopen(reasoned("reopen-" + i, SUPERVISOR, revision + 1))
                    .orElseThrow();
            revision += 2;
        }

        Count execution = count(proxy, recorder, permits, revision, Outcome.Applied.class);
        Count replay = count(proxy, recorder, permits, revision, Outcome.Replayed.class);

        RoundTrips.note(
                fixture().name(), execution.protocol(), replay.protocol(), execution.settings(), replay.settings());
        assertTrue(execution.protocol() <= MOST_FOR_EXECUTION, execution::toString);
        assertTrue(replay.protocol() <= MOST_FOR_REPLAY, replay::toString);
        int most = fixture().mostSettingsOfACommand();
        assertTrue(execution.settings() <= most, execution::toString);
        assertTrue(replay.settings() <= most, replay::toString);
    }

    @Test
    void CLAIM_1_a_claim_takes_few_round_trips_and_a_replay_fewer() {
        requires(Feature.CONNECTIONS, Feature.NETWORK);
        TcpProxy proxy = proxy();
        Node far = newNode(NodeOptions.DEFAULT.poolSize(1).throughPort(proxy.port()));
        IdempotencyStore claims = far.idempotency();
        long[] least = {Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE};
        for (int i = 0; i < WARM_UP; i++) {
            IdempotencyKey key = IdempotencyKey.of("counted", "key-" + i);
            IdempotencyKey other = IdempotencyKey.of("counted", "other-" + i);
            Token[] token = {tokenOf(claims.claim(other, ACTION, TIME))};
            count(proxy, least, 3, () -> assertTrue(claims.release(other, token[0])));
            count(proxy, least, 0, () -> token[0] = tokenOf(claims.claim(key, ACTION, TIME)));
            count(proxy, least, 2, () -> assertTrue(claims.record(key, token[0], ActionResult.NULL)));
            count(
                    proxy,
                    least,
                    1,
                    () -> assertEquals(new ClaimAnswer.Completed(ActionResult.NULL), claims.claim(key, ACTION, TIME)));
        }
        RoundTrips.noteClaims(fixture().name(), least[0], least[1], least[2], least[3]);
        assertTrue(least[1] <= MOST_FOR_REPLAY, () -> "a replay takes " + least[1]);
        assertTrue(least[0] <= MOST_FOR_CLAIM, () -> "a claim takes " + least[0]);
    }

    private static Token tokenOf(ClaimAnswer answer) {
        return assertInstanceOf(ClaimAnswer.Acquired.class, answer).token();
    }

    private static void count(TcpProxy proxy, long[] least, int of, Runnable call) {
        long before = proxy.traffic().roundTrips();
        call.run();
        least[of] = Math.min(least[of], proxy.traffic().roundTrips() - before);
    }

    private static Count count(
            TcpProxy proxy, Recorder recorder, Permits permits, long revision, Class<? extends Outcome> expected) {
        recorder.clear();
        long before = proxy.traffic().roundTrips();
        Outcome outcome = permits.approve("counted", revision);
        long all = proxy.traffic().roundTrips() - before;
        assertEquals(expected, outcome.getClass());
        return new Count(all, recorder.cost(Kind.SETTING), recorder.calls().toString());
    }

    private record Count(long all, long settings, String calls) {
        long protocol() {
            return all - settings;
        }
    }
}
