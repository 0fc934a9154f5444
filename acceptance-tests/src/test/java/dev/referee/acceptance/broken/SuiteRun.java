package dev.referee.acceptance.broken;

import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.report.SuiteExtension;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests of the suite inside a test, apart from the run that the test belongs to: they neither count in it nor in its results. */
final class SuiteRun {

    private SuiteRun() {}

    /**
     * How one test ended.
     *
     * @param test the name of its method
     * @param skipped why it did not run; empty if it did
     */
    record Ended(String test, TestExecutionResult result, String skipped) {}

    /** Runs the tests with these names on an engine, each once, whichever engines the run that this belongs to was asked for. */
    static List<Ended> on(EngineFixture engine, Collection<String> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(BrokenEngineSuite.class))
                .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(tests.contains(nameOf(test))))
                .configurationParameter(SuiteExtension.FILE, "none")
                .configurationParameter(SuiteExtension.ENGINES, engine.name())
                .configurationParameter("referee.repeat", "1")
                .build();
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableLauncherSessionListenerAutoRegistration(false)
                .enableLauncherDiscoveryListenerAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .enablePostDiscoveryFilterAutoRegistration(false)
                .build());
        Listener listener = new Listener();
        BrokenEngineSuite.ENGINE.set(engine);
        try {
            launcher.execute(request, listener);
        } finally {
            BrokenEngineSuite.ENGINE.remove();
        }
        return List.copyOf(listener.ended);
    }

    private static String nameOf(TestDescriptor test) {
        return test.getSource().map(SuiteRun::nameOf).orElse("");
    }

    private static String nameOf(TestSource source) {
        return source instanceof MethodSource method ? method.getMethodName() : "";
    }

    private static final class Listener implements TestExecutionListener {

        private final List<Ended> ended = new ArrayList<>();

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (test.isTest() || result.getStatus() != TestExecutionResult.Status.SUCCESSFUL) {
                add(test, result, "");
            }
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            add(test, TestExecutionResult.aborted(null), reason);
        }

        private void add(TestIdentifier test, TestExecutionResult result, String skipped) {
            String name = test.getSource().map(SuiteRun::nameOf).orElse(test.getDisplayName());
            ended.add(new Ended(name, result, skipped));
        }
    }
}
