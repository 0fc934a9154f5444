package dev.referee.adapter.redis;

/** Thrown when a store is opened on a server that cannot keep leases; the message says why in one sentence. */
public final class UnsupportedRedis extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    UnsupportedRedis(String message) {
        super(message);
    }
}
