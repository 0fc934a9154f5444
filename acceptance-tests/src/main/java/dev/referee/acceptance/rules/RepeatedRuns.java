package dev.referee.acceptance.rules;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a {@link ConcurrencyTest} as often as it was asked for. */
final class RepeatedRuns implements TestTemplateInvocationContextProvider {

    private static final String REPEAT = "referee.repeat";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        int runs = context.getConfigurationParameter(REPEAT, Integer::valueOf).orElse(1);
        if (runs < 1) {
            throw new IllegalArgumentException(REPEAT + " must be 1 or more, but is " + runs);
        }
        return IntStream.rangeClosed(1, runs).mapToObj(run -> new Run(run, runs));
    }

    private record Run(int number, int of) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int invocationIndex) {
            return "run " + number + " of " + of;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of();
        }
    }
}
