package dev.referee.adapter.mysql;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.adapter.jdbc.dialect.UniqueKeys;
import dev.referee.application.lock.LockWait;
import java.time.Duration;
import java.time.Instant;

/** The clauses that MySQL and MariaDB share. One set of migrations does for both: where they differ, version comments choose. */
interface InnoDbDialect extends Dialect {

    @Override
    default UniqueKeys uniqueKeys() {
        return new InnoDbUniqueKeys();
    }

    @Override
    default String migrations() {
        return "classpath:db/referee/mysql";
    }

    @Override
    default String idempotencyMigrations() {
        return "classpath:db/referee-idempotency/mysql";
    }

    /** No column type of either keeps an instant whatever the time zones of session and JVM: a number does. */
    @Override
    default Object instant(Instant at) {
        return Row.micros(at);
    }

    /**
     * Neither waits by the millisecond for a lock: MySQL has no WAIT, MariaDB's takes whole seconds (0.3 answers at once), and the lock
     * time-outs know whole seconds only. A limit on the statement ends the wait to the millisecond. It stands with NOWAIT and SKIP LOCKED
     * too, because they do not cover a wait for a table that is being altered.
     */
    @Override
    default Sql lock(Sql select, LockWait wait, Duration limit) {
        Sql limited = read(select, limit);
        return limited.withText(limited.text() + LockingRead.clause(wait));
    }

    /** In UTC, because the session's own hours come twice when summer time ends. */
    @Override
    default String now() {
        return "TIMESTAMPDIFF(MICROSECOND, '1970-01-01', UTC_TIMESTAMP(6))";
    }

    @Override
    default String nowPlusMicros() {
        return now() + " + ?";
    }

    /** InnoDB locks each row that it looks at: by another index, or by none, those would be rows of other workers and queues. */
    @Override
    default String byIndex(String index) {
        return " FORCE INDEX (" + index + ")";
    }

    @Override
    default String byKey() {
        return byIndex("PRIMARY");
    }

    @Override
    default boolean networkTimeout() {
        return true;
    }
}
