package dev.referee.adapter.jdbc.dialect;

/** Thrown when an adapter is opened on a server that it does not speak to; the message says why in one sentence. */
public final class UnsupportedServer extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    public UnsupportedServer(String message) {
        super(message);
    }
}
