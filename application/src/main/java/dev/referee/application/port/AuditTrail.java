package dev.referee.application.port;

import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.Subject;
import java.util.List;

/** Reads the audit rows of an aggregate. Safe for many threads. */
public interface AuditTrail {

    /** All rows, oldest first; empty if there is no such aggregate. @throws StoreFailure if the store fails */
    List<AuditEntry> of(Namespace namespace, Subject aggregate);
}
