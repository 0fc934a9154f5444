package dev.referee.acceptance.net;

import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * The writing end of one direction. With a delay every chunk leaves that long after it came, whatever is still on its
 * way before it: chunks that follow each other closely arrive as closely, as on a long cable.
 */
final class Outlet {

    /** At most this many chunks are on their way; then the sender waits, as TCP makes it do. */
    private static final int IN_FLIGHT = 256;

    /** Delivers to the socket; called in order, by one thread. */
    interface Delivery {
        void deliver(Chunk chunk) throws IOException, InterruptedException;
    }

    /** Bytes on their way; {@code end} is the end of the stream, {@code marked} the request whose reply will be lost. */
    static final class Chunk {
        final byte[] bytes;
        final int length;
        final boolean marked;
        final boolean end;
        final long dueNanos;

        Chunk(byte[] bytes, int length, boolean marked, boolean end, long dueNanos) {
            this.bytes = bytes;
            this.length = length;
            this.marked = marked;
            this.end = end;
            this.dueNanos = dueNanos;
        }
    }

    private final long delayNanos;
    private final Delivery delivery;
    private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(IN_FLIGHT);

    Outlet(long delayNanos, Delivery delivery) {
        this.delayNanos = delayNanos;
        this.delivery = delivery;
    }

    boolean isDelayed() {
        return delayNanos > 0;
    }

    /** Passes bytes on. The buffer belongs to the caller again when this returns. */
    void send(byte[] buffer, int length, boolean marked) throws IOException, InterruptedException {
        if (isDelayed()) {
            queue.put(new Chunk(Arrays.copyOf(buffer, length), length, marked, false, System.nanoTime() + delayNanos));
        } else {
            delivery.deliver(new Chunk(buffer, length, marked, false, 0));
        }
    }

    /** Passes on that the sender has nothing more to say. */
    void end() throws IOException, InterruptedException {
        Chunk end = new Chunk(new byte[0], 0, false, true, System.nanoTime() + delayNanos);
        if (isDelayed()) {
            queue.put(end);
        } else {
            delivery.deliver(end);
        }
    }

    /** The work of the delivering thread, where there is a delay; ends after the end of the stream. */
    void deliverWhenDue() throws IOException, InterruptedException {
        Chunk chunk;
        do {
            chunk = queue.take();
            for (long wait = chunk.dueNanos - System.nanoTime(); wait > 0; wait = chunk.dueNanos - System.nanoTime()) {
                LockSupport.parkNanos(wait);
                if (Thread.interrupted()) {
                    throw new InterruptedException("the connection was closed");
                }
            }
            delivery.deliver(chunk);
        } while (!chunk.end);
    }
}
