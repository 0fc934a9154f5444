package dev.referee.acceptance.rules;

import static dev.referee.acceptance.rules.Permits.IN_REVIEW;
import static dev.referee.acceptance.rules.Permits.SUPERVISOR;
import static dev.referee.acceptance.rules.Permits.reasoned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.engine.DriverListener.Kind;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Wiring;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.report.RoundTrips;
import dev.referee.acceptance.steps.Recorder;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.Feature;
import dev.referee.domain.command.Outcome;
import org.junit.jupiter.api.Test;

/** What a command costs on the wire. */
public abstract class RoundTripRules extends Rules {

    private static final int MOST_FOR_EXECUTION = 8;
    private static final int MOST_FOR_REPLAY = 4;
    private static final int WARM_UP = 20;

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
