package dev.referee.acceptance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.acceptance.engine.Snapshot;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.acceptance.net.TcpProxy;
import dev.referee.acceptance.steps.Await;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Observed;
import dev.referee.acceptance.steps.Steps;
import dev.referee.application.command.Command;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.command.Decide;
import dev.referee.application.port.Feature;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Refusal;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.opentest4j.TestAbortedException;

/** What every class of rules uses: an empty store for each test, nodes on it, and the tools to steer them. */
@Timeout(120)
public abstract class Rules {

    protected static final Actor OWNER = new Actor("owner", "o-1");
    protected static final Subject ACCOUNT = new Subject("a-1");

    private Optional<EngineFixture> fixture = Optional.empty();
    private Optional<TestStore> store = Optional.empty();
    private Optional<Node> node = Optional.empty();
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();

    /** Steers the commands of {@link #node()}. */
    protected final Steps steps = new Steps();

    /** Keeps what the engines made with it reported. */
    protected final Observed observed = new Observed();

    private Optional<Crew> crew = Optional.empty();

    /** For subclasses. */
    protected Rules() {}

    /** Called by the suite before each test. */
    public final void begin(EngineFixture engine) {
        fixture = Optional.of(engine);
    }

    /** Called by the suite after each test: closes all that was opened, the last first. */
    public final void end() {
        store = Optional.empty();
        node = Optional.empty();
        RuntimeException problem = new IllegalStateException("the test left something that could not be closed");
        while (!toClose.isEmpty()) {
            try {
                toClose.pop().close();
            } catch (Exception e) {
                problem.addSuppressed(e);
            }
        }
        if (problem.getSuppressed().length > 0) {
            throw problem;
        }
    }

    /** Closes this after the test, before what was opened earlier. */
    protected final <T extends AutoCloseable> T closeAtEnd(T resource) {
        toClose.push(resource);
        return resource;
    }

    protected final EngineFixture fixture() {
        return fixture.orElseThrow();
    }

    /** The test's store, empty at first. */
    protected final TestStore store() {
        if (store.isEmpty()) {
            use(fixture().openEmpty());
        }
        return store.orElseThrow();
    }

    /** In place of {@link #store()}: one that outlives the process. */
    protected final TestStore durableStore() {
        end();
        TestStore durable = fixture().openEmptyDurable();
        use(durable);
        return durable;
    }

    /** Threads that a failed test has left behind end before the store is closed, and after the nodes, on which they may wait. */
    private void use(TestStore opened) {
        store = Optional.of(closeAtEnd(opened));
        crew = Optional.of(closeAtEnd(new Crew()));
    }

    /** The test's first node, with {@link #steps} as its listener. */
    protected final Node node() {
        if (node.isEmpty()) {
            node = Optional.of(newNode(NodeOptions.DEFAULT.steps(steps)));
        }
        return node.get();
    }

    /** One more node on the same store; closed after the test. */
    protected final Node newNode(NodeOptions options) {
        return closeAtEnd(store().node(options));
    }

    /** A relay in front of the server; closed after the test. */
    protected final TcpProxy proxy() {
        InetSocketAddress server = store().address();
        return closeAtEnd(TcpProxy.to(server.getHostString(), server.getPort()));
    }

    protected final Crew crew() {
        store();
        return crew.orElseThrow();
    }

    protected final Snapshot snapshot() {
        return store().snapshot();
    }

    /** Skips the test, visibly and with the adapter's own reason, if the engine lacks the feature. */
    protected final void requires(Feature... features) {
        requires(node(), features);
    }

    /** As {@link #requires(Feature...)}, on a node that the test closes itself. */
    protected final void requires(Node on, Feature... features) {
        for (Feature feature : features) {
            on.adapter().capabilities().whyNot(feature).ifPresent(reason -> {
                throw new TestAbortedException(fixture().name() + " lacks " + feature + ": " + reason);
            });
        }
    }

    /** Whether the engine gives this: for what is a part of a test only, and has another answer where it is missing. */
    protected final boolean has(Feature feature) {
        return node().adapter().capabilities().whyNot(feature).isEmpty();
    }

    /** Runs the action and asserts that every table is as before, row by row. */
    protected final void writesNothing(Executable action) throws Throwable {
        Snapshot before = snapshot();
        action.execute();
        assertNothingWritten(before);
    }

    /** Gives the action's result and asserts that every table is as before, row by row. */
    protected final <T> T writingNothing(Supplier<T> action) {
        Snapshot before = snapshot();
        T result = action.get();
        assertNothingWritten(before);
        return result;
    }

    protected final void assertNothingWritten(Snapshot before) {
        assertEquals(List.of(), snapshot().since(before), "rows that were written or are gone");
    }

    /** Asserts that since then so many operations have taken effect, with one audit, operation and event row each. */
    protected final void assertEffects(int effects, Snapshot before) {
        Snapshot after = snapshot();
        for (String table : List.of(Snapshot.AUDIT, Snapshot.OPERATION, Snapshot.EVENT)) {
            assertEquals(effects, after.count(table) - before.count(table), "new rows in " + table);
        }
    }

    /** Waits until each of these waits for a lock; that nobody else does is for the test to know. Fails at once if one ends instead. */
    protected final void awaitBlocked(Future<?>... waiting) {
        Crew.awaitBlocked(store()::blockedSessions, waiting);
    }

    /** Waits until so many sessions wait for a lock. */
    protected final void awaitBlocked(int sessions) {
        Await.until(sessions + " sessions are blocked", () -> store().blockedSessions() == sessions);
    }

    protected static OperationId op(String id) {
        return new OperationId(id);
    }

    /** An engine on the first node that reports to {@link #observed}, with default settings. */
    protected final CommandEngine.Builder engine() {
        return CommandEngine.over(node().adapter()).observer(observed);
    }

    /** Accounts on the first node, with default settings. */
    protected final AccountDesk accounts() {
        return new AccountDesk(engine().build(), node().accounts());
    }

    /** Accounts on the first node, with another engine. */
    protected final AccountDesk accounts(CommandEngine engine) {
        return new AccountDesk(engine, node().accounts());
    }

    /** A command on account a-1 with a decision of the test's own. */
    protected final Command<Account> onAccount(String operation, Decide<Account> decide) {
        OperationKey key = new OperationKey(AccountDesk.NAMESPACE, ACCOUNT, op(operation));
        return Command.on(CommandRequest.of(key, OWNER, new TypeName("any", 1)), node().accounts(), decide);
    }

    /** Permit cases on the first node, with default settings. */
    final Permits permits() {
        return new Permits(node(), engine().build());
    }

    protected static void assertApplied(Outcome outcome) {
        assertInstanceOf(Outcome.Applied.class, outcome);
    }

    protected static void assertReplayed(Outcome first, Outcome outcome) {
        assertInstanceOf(Outcome.Replayed.class, outcome);
        assertEquals(first.orElseThrow().text(), outcome.orElseThrow().text());
    }

    protected static void assertRefused(Refusal refusal, Outcome outcome) {
        assertEquals(new Outcome.Refused(refusal), outcome);
    }
}
