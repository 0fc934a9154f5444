package dev.referee.acceptance.engine;

import dev.referee.application.port.StepListener;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * How one node sees a store.
 *
 * @param steps is told of each step of each of the node's transactions
 * @param poolSize connections in its pool, 1 to 64; without meaning where there are none
 * @param poolTimeout how long to wait for a connection of the pool
 * @param throughPort a port on 127.0.0.1 to connect to in place of the server's own address
 * @param wiring how its connections are made
 */
public record NodeOptions(
        StepListener steps, int poolSize, Duration poolTimeout, OptionalInt throughPort, Wiring wiring) {

    /** A pool of 8, straight to the server. */
    public static final NodeOptions DEFAULT =
            new NodeOptions(StepListener.NONE, 8, Duration.ofSeconds(10), OptionalInt.empty(), Wiring.DEFAULT);

    public NodeOptions {
        if (poolSize < 1 || poolSize > 64) {
            throw new IllegalArgumentException("poolSize must be 1 to 64, but is " + poolSize);
        }
    }

    public NodeOptions steps(StepListener listener) {
        return new NodeOptions(listener, poolSize, poolTimeout, throughPort, wiring);
    }

    public NodeOptions poolSize(int size) {
        return new NodeOptions(steps, size, poolTimeout, throughPort, wiring);
    }

    public NodeOptions poolTimeout(Duration limit) {
        return new NodeOptions(steps, poolSize, limit, throughPort, wiring);
    }

    public NodeOptions throughPort(int port) {
        return new NodeOptions(steps, poolSize, poolTimeout, OptionalInt.of(port), wiring);
    }

    public NodeOptions wiring(Wiring newWiring) {
        return new NodeOptions(steps, poolSize, poolTimeout, throughPort, newWiring);
    }
}
