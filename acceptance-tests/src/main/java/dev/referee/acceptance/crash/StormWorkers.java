package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.idempotency.Action;
import dev.referee.application.idempotency.ActionAnswer;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.idempotency.ResultNotRecorded;
import dev.referee.application.lock.Transactions;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import dev.referee.application.retry.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * The main class of a process whose threads run the actions of an {@link ActionStorm}, and tell of each on its output. What an action does is to
 * put a job, which nothing keeps from being there twice.
 */
public final class StormWorkers {

    static final String READY = "READY";
    static final String GO = "go";
    static final String DONE = "DONE";

    /** Said of each action: how it was answered, its key, and the result. */
    static final String ANSWERED = "ANSWERED ";

    /** Said of each claim that was acquired: its key, and the microseconds since 1970 before and after. */
    static final String ACQUIRED = "ACQUIRED ";

    /** Said at the end: how many claims were answered with Pending. */
    static final String WAITS = "WAITS ";

    static final QueueName EFFECTS = new QueueName("storm");

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ActionStorm storm;
    private final Transactions transactions;
    private final Jobs jobs;
    private final IdempotentActions actions;

    private StormWorkers(ActionStorm storm, Node node, CountedClaims claims) {
        this.storm = storm;
        this.transactions = Transactions.over(node.adapter()).retrying(RetryPolicy.DEFAULT);
        this.jobs = Jobs.over(node.adapter());
        this.actions = IdempotentActions.over(claims)
                .timeToLive(storm.timeToLive())
                .waitUpTo(LIMIT)
                .build();
    }

    /**
     * Runs.
     *
     * @param args the opener's class, where, the storm, which of its processes this is
     */
    public static void main(String[] args)
            throws ReflectiveOperationException, IOException, ExecutionException, InterruptedException {
        ActionStorm storm = ActionStorm.parse(args[2]);
        Node node = Child.open(args[0], args[1], NodeOptions.DEFAULT.poolSize(storm.threads() + 1));
        CountedClaims claims = new CountedClaims(node.idempotency());
        StormWorkers workers = new StormWorkers(storm, node, claims);
        Child.say(READY);
        int go = System.in.read();
        if (go < 0) {
            Runtime.getRuntime().halt(1);
        }
        ExecutorService threads = Executors.newFixedThreadPool(storm.threads());
        List<Future<?>> started = new ArrayList<>();
        for (int i = 0; i < storm.threads(); i++) {
            int worker = Integer.parseInt(args[3]) * storm.threads() + i;
            started.add(threads.submit(() -> workers.work(worker)));
        }
        for (Future<?> each : started) {
            each.get();
        }
        Child.say(WAITS + claims.pending());
        Child.say(DONE);
        threads.shutdown();
        node.close();
    }

    /** Its share of all actions, which are dealt like cards; again and again as long as the storm is to last. */
    private void work(int worker) {
        long startedAt = System.nanoTime();
        long round = 0;
        do {
            List<Integer> all =
                    new ArrayList<>(IntStream.range(0, storm.actions()).boxed().toList());
            Collections.shuffle(all, new Random(round++));
            for (int i = worker; i < all.size(); i += storm.workers()) {
                act("k-" + all.get(i) % storm.keys());
            }
        } while (System.nanoTime() - startedAt < storm.atLeast().toNanos());
    }

    private void act(String key) {
        Action action = Action.of(IdempotencyKey.of("storm", key), Claimant.digest(key));
        try {
            ActionAnswer answer = actions.run(action, () -> effect(key));
            say(
                    answer.getClass().getSimpleName(),
                    key,
                    answer.given().map(ActionResult::text).orElse(""));
        } catch (ResultNotRecorded e) {
            say("Lost", key, e.result().orElseThrow().text());
        }
    }

    private ActionResult effect(String key) {
        String run = UUID.randomUUID().toString();
        transactions.run(LIMIT, t -> jobs.enqueue(t, NewJob.of(EFFECTS, key + "/" + run)));
        return ActionResult.of(Map.of("run", run));
    }

    private static void say(String how, String key, String result) {
        Child.say(String.join(" ", ANSWERED + how, key, result));
    }
}
