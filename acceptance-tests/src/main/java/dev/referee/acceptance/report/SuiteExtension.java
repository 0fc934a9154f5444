package dev.referee.acceptance.report;

import dev.referee.acceptance.EngineSuite;
import dev.referee.acceptance.rules.Rules;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.TestWatcher;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Starts each engine once, gives each test an empty store, and writes down how every test ended.
 *
 * <p>Configuration parameters, which may be system properties: {@value #FILE} says where the results go (a path, or {@code none}), {@value
 * #ENGINES} which engines are run.
 */
public final class SuiteExtension implements BeforeEachCallback, AfterEachCallback, TestWatcher {

    /** Names the file of results; {@code none} for no file and no table. */
    public static final String FILE = "referee.acceptance.results";

    /** Names the engines to run, separated by commas; all others are not run. By default every engine is. */
    public static final String ENGINES = "referee.engines";

    /** If the environment has it as {@code true}, an engine that cannot be had is a failure. */
    public static final String REQUIRE_ALL = "REFEREE_REQUIRE_ALL";

    private static final Namespace SUITE = Namespace.create(SuiteExtension.class);

    @Override
    public void beforeEach(ExtensionContext context) {
        EngineSuite suite = instance(context, EngineSuite.class);
        RunningEngine engine = engine(context, suite);
        if (engine.whyNotRun().isPresent()) {
            String reason = engine.fixture().name() + " is not run: "
                    + engine.whyNotRun().get();
            if ("true".equals(System.getenv(REQUIRE_ALL))) {
                throw new AssertionFailedError(reason + " (and " + REQUIRE_ALL + " is true)");
            }
            throw new TestAbortedException(reason);
        }
        instance(context, Rules.class).begin(engine.fixture());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        instance(context, Rules.class).end();
    }

    @Override
    public void testSuccessful(ExtensionContext context) {
        note(context, TestOutcome.PASSED, "");
    }

    @Override
    public void testFailed(ExtensionContext context, @Nullable Throwable cause) {
        note(context, TestOutcome.FAILED, String.valueOf(cause));
    }

    @Override
    public void testAborted(ExtensionContext context, @Nullable Throwable cause) {
        note(context, TestOutcome.SKIPPED, cause == null ? "aborted" : String.valueOf(cause.getMessage()));
    }

    @Override
    public void testDisabled(ExtensionContext context, Optional<String> reason) {
        note(context, TestOutcome.SKIPPED, reason.orElse("disabled"));
    }

    private static void note(ExtensionContext context, TestOutcome outcome, String reason) {
        String method = context.getRequiredTestMethod().getName();
        String engine = context.getTestInstances()
                .flatMap(instances -> instances.findInstance(EngineSuite.class))
                .map(suite -> engine(context, suite).fixture().name())
                .orElse("unknown");
        String test = context.getRequiredTestClass().getSimpleName() + "." + method;
        results(context)
                .results()
                .add(new Results.Line(RuleId.ofTest(method).orElse("NONE-0"), engine, test, outcome, reason));
    }

    private static RunningEngine engine(ExtensionContext context, EngineSuite suite) {
        Results results = results(context).results();
        Optional<String> chosen = context.getConfigurationParameter(ENGINES);
        return store(context)
                .computeIfAbsent(
                        suite.getClass(),
                        type -> RunningEngine.start(suite.engine(), chosen, results),
                        RunningEngine.class);
    }

    private static ResultsFile results(ExtensionContext context) {
        return store(context)
                .computeIfAbsent(
                        FILE,
                        key -> new ResultsFile(context.getConfigurationParameter(FILE)
                                .filter(path -> !path.equals("none"))
                                .map(Path::of)),
                        ResultsFile.class);
    }

    private static Store store(ExtensionContext context) {
        return context.getRoot().getStore(SUITE);
    }

    private static <T> T instance(ExtensionContext context, Class<T> type) {
        return context.getRequiredTestInstances()
                .findInstance(type)
                .orElseThrow(
                        () -> new IllegalStateException("a test of the suite runs without a " + type.getSimpleName()));
    }
}
