package dev.referee.desk;

import org.springframework.boot.SpringBootExceptionReporter;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Prints one line, in place of Spring's banner and stack trace, when the desk refuses to start. Named in META-INF/spring.factories. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class StartFailureReporter implements SpringBootExceptionReporter {

    @Override
    public boolean reportException(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof DeskRefusal refusal) {
                return print(refusal.sentence());
            }
            if (each instanceof BindException unreadable) {
                return print("The property " + unreadable.getName() + " cannot be read as "
                        + unreadable.getTarget().getType().resolve(Object.class).getSimpleName() + ".");
            }
            if (each instanceof PortInUseException inUse) {
                return print("Port " + inUse.getPort() + " is in use; choose another one with --server.port=NUMBER.");
            }
        }
        return false;
    }

    private static boolean print(String sentence) {
        System.err.println("permit-desk: " + sentence);
        return true;
    }
}
