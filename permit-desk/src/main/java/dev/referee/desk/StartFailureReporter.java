package dev.referee.desk;

import dev.referee.adapter.jdbc.MigrationFailed;
import dev.referee.adapter.jdbc.SchemaIncomplete;
import dev.referee.adapter.jdbc.dialect.UnsupportedServer;
import dev.referee.application.port.StoreFailure;
import dev.referee.spring.CannotStart;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.flywaydb.core.api.FlywayException;
import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints one line, in place of Spring's banner and stack trace, when the desk refuses to start. Named in META-INF/spring.factories. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureReporter implements SpringBootExceptionReporter {

    private static final Pattern URL = Pattern.compile("jdbc:[^\\s)'\"]+");

    @Override
    public boolean reportException(Throwable failure) {
        Optional<String> sentence = sentenceOf(failure);
        sentence.ifPresent(text -> System.err.println("permit-desk: " + text));
        return sentence.isPresent();
    }

    /** What is told of a failure; empty if it is none that the desk expects. */
    static Optional<String> sentenceOf(Throwable failure) {
        return causes(failure).flatMap(each -> sentence(each).stream()).findFirst();
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause);
    }

    private static Optional<String> sentence(Throwable failure) {
        if (failure instanceof DeskRefusal refusal) {
            return Optional.of(refusal.sentence());
        }
        if (failure instanceof UnsupportedServer || failure instanceof CannotStart) {
            return Optional.of(String.valueOf(failure.getMessage()));
        }
        if (failure instanceof MigrationFailed
                || failure instanceof SchemaIncomplete
                || failure instanceof FlywayException
                || failure instanceof StoreFailure) {
            String reason = URL.matcher(DeskRefusal.reasonOf(failure)).replaceAll("jdbc:...");
            return Optional.of("The tables cannot be prepared: " + reason);
        }
        if (failure instanceof BindException unreadable) {
            return Optional.of("The property " + unreadable.getName() + " cannot be read as "
                    + unreadable.getTarget().getType().resolve(Object.class).getSimpleName() + ".");
        }
        if (failure instanceof PortInUseException inUse) {
            return Optional.of("Port " + inUse.getPort() + " is in use; choose another one with --server.port=NUMBER.");
        }
        return Optional.empty();
    }
}
