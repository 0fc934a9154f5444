package dev.referee.acceptance.engine;

import dev.referee.application.port.Feature;

/** Thrown when a rule needs a hook that a fixture does not give, though the adapter claims the feature. */
public final class HookMissing extends UnsupportedOperationException {

    private static final long serialVersionUID = 1L;

    public HookMissing(Feature feature) {
        super("the fixture has no hook for " + feature
                + ", but the adapter's capabilities do not say that it is missing");
    }
}
