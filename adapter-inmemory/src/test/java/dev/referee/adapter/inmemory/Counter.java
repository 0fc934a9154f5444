package dev.referee.adapter.inmemory;

import dev.referee.application.port.Change;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.Optional;

/** The smallest aggregate: a number that goes up. */
record Counter(Subject subject, Revision revision, long value) {

    static final InMemoryAggregate<Counter> STORE =
            InMemoryAggregate.of("counter", Counter::subject, Counter::revision);

    static final Subject ONE = new Subject("one");
    static final Subject TWO = new Subject("two");

    private static final Namespace NAMESPACE = new Namespace("counter");

    static Counter opened(Subject subject) {
        return new Counter(subject, Revision.FIRST, 0);
    }

    Counter incremented() {
        return new Counter(subject, revision.next(), value + 1);
    }

    static OperationKey key(Subject subject, String operationId) {
        return new OperationKey(NAMESPACE, subject, new OperationId(operationId));
    }

    /** All rows of an opening. */
    Change<Counter> opening(OperationKey key) {
        return Rows.change(STORE, NAMESPACE, subject, Optional.empty(), this, key);
    }

    /** All rows of the step from this state to the next. */
    Change<Counter> increment(String operationId) {
        return Rows.change(STORE, NAMESPACE, subject, Optional.of(this), incremented(), key(subject, operationId));
    }
}
