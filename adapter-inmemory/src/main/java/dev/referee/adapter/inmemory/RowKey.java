package dev.referee.adapter.inmemory;

import dev.referee.application.lock.LockName;
import dev.referee.application.queue.JobId;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.util.Comparator;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * The primary key of one row, in the order of its table. Parts of the text are joined with a space, which none of them can hold.
 *
 * @param text shorter text comes first, so that decimal numbers come in the order of their values
 */
record RowKey(String table, String text, long number) implements Comparable<RowKey> {

    static final String OPERATION = "operation";
    static final String AUDIT = "audit";
    static final String EVENT = "event";
    static final String PERMIT_CASE = "permit_case";
    static final String FEE_LINE = "fee_line";
    static final String JOB = "job";

    /** Before all jobs. */
    static final RowKey FIRST_JOB = new RowKey(JOB, "", 0);

    /** No table, nor a guard of one: names that are locked. */
    private static final String NAME = " advisory lock";

    private static final Set<String> OWN_TABLES = Set.of(OPERATION, AUDIT, EVENT, PERMIT_CASE, FEE_LINE, JOB);
    private static final Pattern USERS_TABLE = Pattern.compile("[a-z0-9_.-]{1,64}");

    private static final Comparator<RowKey> ORDER = Comparator.comparing(RowKey::table)
            .thenComparingInt(key -> key.text().length())
            .thenComparing(RowKey::text)
            .thenComparingLong(RowKey::number);

    /** Refuses the name of a user's table if it is malformed, or one of the adapter's own. */
    static void checkTable(String name) {
        if (!USERS_TABLE.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "name must be 1 to 64 of a-z, 0-9, underscore, dot and hyphen, but is \"" + name + "\"");
        }
        if (OWN_TABLES.contains(name)) {
            throw new IllegalArgumentException("name must not be one of the adapter's own tables, but is " + name);
        }
    }

    static RowKey operation(OperationKey key) {
        return new RowKey(OPERATION, key.namespace() + " " + key.subject() + " " + key.operationId(), 0);
    }

    static RowKey audit(Namespace namespace, Subject aggregate, Revision revision) {
        return new RowKey(AUDIT, namespace + " " + aggregate, revision.value());
    }

    static RowKey event(UUID id) {
        return new RowKey(EVENT, id.toString(), 0);
    }

    static RowKey aggregate(String table, Subject subject) {
        return new RowKey(table, subject.value(), 0);
    }

    static RowKey feeLine(Subject permitCase, long number) {
        return new RowKey(FEE_LINE, permitCase.value(), number);
    }

    static RowKey job(JobId id) {
        return new RowKey(JOB, "", id.value());
    }

    static RowKey guarded(String table, String value) {
        return new RowKey(table, value, 0);
    }

    static RowKey name(LockName name) {
        return new RowKey(NAME, name.value(), 0);
    }

    @Override
    public int compareTo(RowKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return number == 0 ? text : text + " " + number;
    }
}
