package dev.referee.acceptance.crash;

import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.TestStore.Opener;
import java.io.PrintStream;

/** What the main classes of child processes share. */
final class Child {

    private static final PrintStream OUT = System.out;

    private Child() {}

    /** Opens the store that the parent has named: the opener's class, and where. */
    static Node open(String opener, String where, NodeOptions options) throws ReflectiveOperationException {
        return Class.forName(opener)
                .asSubclass(Opener.class)
                .getDeclaredConstructor()
                .newInstance()
                .open(where, options);
    }

    /** Tells the parent one line. */
    static void say(String line) {
        OUT.println(line);
        OUT.flush();
    }
}
