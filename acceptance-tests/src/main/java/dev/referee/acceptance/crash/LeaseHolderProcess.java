package dev.referee.acceptance.crash;

import dev.referee.acceptance.account.GuardedRow;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.lock.Fence;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.Subject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * The main class of a process that takes a lease, says so, and then does what it is told: looks at its handle, waits to be told of the loss, or
 * writes the row that the lease protects. It ends when its input does.
 */
public final class LeaseHolderProcess {

    /** Said when the lease is held, with its fence. */
    public static final String HELD = "HELD ";

    /** Told to it: look at the handle. It says {@link #YES} if the lease is held, or {@link #NO}. */
    public static final String LOOK = "look";

    /** Told to it: wait until the loss is told. It says {@link #YES} then. */
    public static final String LISTEN = "listen";

    /** Told to it: write the row without another look. It says {@link #YES} if it was written, or {@link #NO}. */
    public static final String WRITE = "write";

    public static final String YES = "YES";
    public static final String NO = "NO";

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private LeaseHolderProcess() {}

    /**
     * Runs.
     *
     * @param args the opener's class, where, the lease's name, its time in milliseconds, the row's id
     */
    public static void main(String[] args) throws ReflectiveOperationException, IOException {
        Node node = Child.open(args[0], args[1], NodeOptions.DEFAULT.poolSize(2));
        Leases leases = Leases.over(node.adapter().leases()).holder("child").build();
        Duration time = Duration.ofMillis(Long.parseLong(args[3]));
        Lease lease = leases.tryAcquire(new LockName(args[2]), time).orElseThrow();
        CountDownLatch lost = new CountDownLatch(1);
        lease.onLost(lost::countDown);
        Child.say(HELD + lease.fence().number());
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                Child.say(done(line, lease, lost, node, new Subject(args[4])) ? YES : NO);
            }
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private static boolean done(String order, Lease lease, CountDownLatch lost, Node node, Subject row) {
        return switch (order) {
            case LOOK -> lease.isHeld();
            case LISTEN -> isDown(lost);
            case WRITE -> write(node, row, lease.fence(), -1);
            default -> throw new IllegalArgumentException("unknown: " + order);
        };
    }

    private static boolean isDown(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Reads the row as it is now and writes over it under this fence; false if the row's own update refused that. */
    public static boolean write(Node node, Subject id, Fence fence, long value) {
        AggregateStore<GuardedRow> rows = node.guardedRows().orElseThrow();
        return Transactions.over(node.adapter()).run(LIMIT, tx -> {
            GuardedRow present = tx.read(rows, id).orElseThrow();
            return tx.update(rows, present, present.written(fence.number(), value));
        });
    }
}
