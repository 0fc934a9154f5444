package dev.referee.application.lock;

/** Thrown to a holder that goes on although its lease has ended: lost, or released by itself. What it was about to do must not be done. */
public final class LeaseLost extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String name;

    LeaseLost(LockName name, String why) {
        super("the lease '" + name + "' " + why);
        this.name = name.value();
    }

    public LockName name() {
        return new LockName(name);
    }
}
