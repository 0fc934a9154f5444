package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.lock.Token;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;

/**
 * The main class of a process that claims keys, and records and releases what it has claimed, as it is told: one line for each order, and one
 * for each answer. It ends when its input does. {@link ClaimantProcess} is how its parent sees it.
 */
public final class Claimant {

    static final String READY = "READY";
    static final String CLAIM = "claim";
    static final String RECORD = "record";
    static final String RELEASE = "release";

    /** Told to it: claim keys and record their results, one after the other, and tell of each, until it is killed. */
    static final String GO_ON = "go-on";

    static final String ACQUIRED = "ACQUIRED";
    static final String PENDING = "PENDING";
    static final String COMPLETED = "COMPLETED ";
    static final String MISMATCH = "MISMATCH";
    static final String YES = "YES";
    static final String NO = "NO";

    private final IdempotencyStore store;
    private final Map<IdempotencyKey, Token> held = new HashMap<>();

    private Claimant(IdempotencyStore store) {
        this.store = store;
    }

    /**
     * Runs.
     *
     * @param args the opener's class, where
     */
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        Node node = Child.open(args[0], args[1], NodeOptions.DEFAULT.poolSize(2));
        Claimant claimant = new Claimant(node.idempotency());
        Child.say(READY);
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Child.say(claimant.answer(line.split(" ")));
            }
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private String answer(String[] order) {
        IdempotencyKey key = key(order[1]);
        return switch (order[0]) {
            case CLAIM -> claim(key, order[2], Long.parseLong(order[3]));
            case RECORD -> yesOrNo(store.record(key, token(key), ActionResult.ofJson(decoded(order[2]))));
            case RELEASE -> yesOrNo(store.release(key, token(key)));
            case GO_ON -> goOn(order[1]);
            default -> throw new IllegalArgumentException("unknown: " + order[0]);
        };
    }

    private String claim(IdempotencyKey key, String action, long millis) {
        ClaimAnswer answer = store.claim(key, digest(action), TimeToLive.of(Duration.ofMillis(millis)));
        if (answer instanceof ClaimAnswer.Acquired acquired) {
            held.put(key, acquired.token());
            return ACQUIRED;
        }
        if (answer instanceof ClaimAnswer.Completed completed) {
            return COMPLETED + encoded(completed.result().text());
        }
        return answer instanceof ClaimAnswer.Pending ? PENDING : MISMATCH;
    }

    private String goOn(String prefix) {
        for (int i = 0; ; i++) {
            IdempotencyKey key = key(prefix + i);
            Child.say(claim(key, "many", TimeToLive.MAX.toMillis()));
            Child.say(yesOrNo(store.record(key, token(key), resultOf(i))));
        }
    }

    private Token token(IdempotencyKey key) {
        Token token = held.get(key);
        if (token == null) {
            throw new IllegalStateException("never acquired: " + key);
        }
        return token;
    }

    private static String yesOrNo(boolean yes) {
        return yes ? YES : NO;
    }

    static IdempotencyKey key(String key) {
        return IdempotencyKey.of("claimant", key);
    }

    /** One word of ASCII, whatever the two processes take for their character set. */
    static String encoded(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    static String decoded(String word) {
        return new String(Base64.getDecoder().decode(word), StandardCharsets.UTF_8);
    }

    static ActionDigest digest(String action) {
        return ActionDigest.ofBytes(action.getBytes(StandardCharsets.UTF_8));
    }

    static ActionResult resultOf(int number) {
        return ActionResult.ofJson("{\"number\": " + number + "}");
    }
}
