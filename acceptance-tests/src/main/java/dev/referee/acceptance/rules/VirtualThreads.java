package dev.referee.acceptance.rules;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Function;

/** Virtual threads, on a JDK that has them: the suite is compiled for one that has none. */
final class VirtualThreads {

    private VirtualThreads() {}

    /** Makes a virtual thread that is not started; empty on an older JDK. */
    static Optional<Function<Runnable, Thread>> builder() {
        if (Runtime.version().feature() < 21) {
            return Optional.empty();
        }
        return Optional.of(VirtualThreads::unstarted);
    }

    private static Thread unstarted(Runnable run) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Method unstarted = Class.forName("java.lang.Thread$Builder").getMethod("unstarted", Runnable.class);
            return (Thread) unstarted.invoke(builder, run);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK should have virtual threads", e);
        }
    }
}
