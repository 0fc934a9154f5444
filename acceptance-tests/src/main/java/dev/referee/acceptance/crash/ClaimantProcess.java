package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.TestStore.Entrance;
import dev.referee.application.idempotency.ActionDigest;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.TimeToLive;
import java.util.List;
import java.util.Optional;
import org.opentest4j.AssertionFailedError;

/** A {@link Claimant} process, as its parent sees it: it claims keys of one namespace. Used by one thread. */
public final class ClaimantProcess implements AutoCloseable {

    private final ChildJvm jvm;

    private ClaimantProcess(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts one, and returns at once. */
    public static ClaimantProcess start(Entrance entrance) {
        return new ClaimantProcess(ChildJvm.running(Claimant.class, entrance.opener(), entrance.where()));
    }

    /** Waits until it takes orders. */
    public ClaimantProcess awaitReady() {
        jvm.awaitLine(Claimant.READY);
        return this;
    }

    /** The key that it means by this text. */
    public static IdempotencyKey key(String key) {
        return Claimant.key(key);
    }

    /** The digest of what it means by this word. */
    public static ActionDigest digest(String action) {
        return Claimant.digest(action);
    }

    /** The result that {@link #goOn} gives the key with this number, from 0. */
    public static ActionResult resultOf(int number) {
        return Claimant.resultOf(number);
    }

    /** Tells it to claim a key, and does not wait. */
    public void tellToClaim(String key, String action, TimeToLive time) {
        jvm.tell(String.join(
                " ", Claimant.CLAIM, key, action, Long.toString(time.value().toMillis())));
    }

    /** How its claim was answered. */
    public Answer awaitAnswer() {
        return answerIn(jvm.awaitLine());
    }

    /** Lets it claim a key. */
    public Answer claim(String key, String action, TimeToLive time) {
        tellToClaim(key, action, time);
        return awaitAnswer();
    }

    /** Lets it record a result of the claim that it made last; says whether it was recorded. */
    public boolean record(String key, ActionResult result) {
        jvm.tell(String.join(" ", Claimant.RECORD, key, Claimant.encoded(result.text())));
        return yes(jvm.awaitLine());
    }

    /** Lets it release the claim that it made last; says whether it was released. */
    public boolean release(String key) {
        jvm.tell(Claimant.RELEASE + " " + key);
        return yes(jvm.awaitLine());
    }

    /** Lets it claim and record keys that begin so and end in a number, for good. */
    public void goOn(String prefix) {
        jvm.tell(Claimant.GO_ON + " " + prefix);
    }

    /** Waits for its next word, whatever it is about. */
    public void awaitWord() {
        jvm.awaitLine();
    }

    /** Kills it at once, and waits until it is gone. */
    public void kill() {
        jvm.kill();
    }

    /** How many words of {@link #goOn} it has said since the last one that was waited for, after it was killed. */
    public int furtherWords() {
        // The last line may have been cut off.
        return Math.toIntExact(jvm.furtherLines().stream()
                .filter(line -> line.equals(Claimant.ACQUIRED) || line.equals(Claimant.YES))
                .count());
    }

    /** Stops all of its threads where they are. */
    public void pause() {
        jvm.pause();
    }

    /** Lets it go on after {@link #pause}. */
    public void resume() {
        jvm.resume();
    }

    /** Kills it. */
    @Override
    public void close() {
        kill();
    }

    /** How a claim was answered. */
    public enum Kind {
        ACQUIRED,
        PENDING,
        COMPLETED,
        MISMATCH
    }

    /**
     * How a claim was answered.
     *
     * @param result of a completed one
     */
    public record Answer(Kind kind, Optional<String> result) {}

    private static Answer answerIn(String line) {
        if (line.startsWith(Claimant.COMPLETED)) {
            return new Answer(
                    Kind.COMPLETED, Optional.of(Claimant.decoded(line.substring(Claimant.COMPLETED.length()))));
        }
        return new Answer(Kind.valueOf(line), Optional.empty());
    }

    private static boolean yes(String line) {
        if (!List.of(Claimant.YES, Claimant.NO).contains(line)) {
            throw new AssertionFailedError("the process should have said yes or no, but said: " + line);
        }
        return line.equals(Claimant.YES);
    }
}
