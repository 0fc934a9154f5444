package dev.referee.adapter.mysql;

import static dev.referee.adapter.jdbc.dialect.ErrorTable.code;
import static dev.referee.adapter.jdbc.dialect.ErrorTable.state;
import static dev.referee.adapter.jdbc.dialect.Meaning.BUSY;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONNECTION_LOST;
import static dev.referee.adapter.jdbc.dialect.Meaning.CONTENTION;
import static dev.referee.adapter.jdbc.dialect.Meaning.DUPLICATE;
import static dev.referee.adapter.jdbc.dialect.Meaning.REJECTED;
import static dev.referee.adapter.jdbc.dialect.Meaning.UNAVAILABLE;

import dev.referee.adapter.jdbc.dialect.ErrorTable;
import dev.referee.adapter.jdbc.dialect.ErrorTable.Entry;
import dev.referee.application.port.Phase;
import java.util.ArrayList;
import java.util.List;

/**
 * What the failures of MySQL with Connector/J, and of MariaDB with its own driver, mean. The vendor code comes first: Connector/J turns the
 * state of 1205 into 40001, as if the transaction were gone. Lost connections have no code, only a state.
 *
 * <p>At COMMIT a failure is definite only where the servers were seen, or state, to have rolled back.
 */
final class MySqlErrors {

    private static final int DUPLICATE_ENTRY = 1062;
    private static final int DUPLICATE_ENTRY_WITH_KEY_NAME = 1586;
    private static final int RECORD_CHANGED = 1020;
    private static final int TOO_MANY_CONNECTIONS = 1040;
    private static final int UNKNOWN_COMMAND_OR_NODE_NOT_READY = 1047;
    private static final int SERVER_SHUTDOWN = 1053;
    private static final int ERROR_DURING_COMMIT = 1180;
    private static final int TOO_MANY_USER_CONNECTIONS = 1203;
    private static final int LOCK_WAIT_TIMEOUT = 1205;
    private static final int LOCK_TABLE_FULL = 1206;
    private static final int DEADLOCK = 1213;
    private static final int USER_LIMIT_REACHED = 1226;
    private static final int OPTION_PREVENTS_STATEMENT = 1290;
    private static final int QUERY_INTERRUPTED = 1317;
    private static final int TOO_MANY_CONCURRENT_TRANSACTIONS = 1637;
    private static final int SIGNAL = 1644;
    private static final int READ_ONLY_TRANSACTION = 1792;
    private static final int READ_ONLY_MODE = 1836;
    private static final int INNODB_READ_ONLY = 1874;
    private static final int MARIADB_CONNECTION_KILLED = 1927;
    private static final int MARIADB_STATEMENT_TIMEOUT = 1969;
    private static final int MYSQL_STATEMENT_TIMEOUT = 3024;
    private static final int MYSQL_OFFLINE_MODE = 3032;
    private static final int MYSQL_USER_LOCK_DEADLOCK = 3058;
    private static final int MYSQL_REPLICATION_HOOK = 3100;
    private static final int MYSQL_GROUP_ROLLED_BACK = 3101;
    private static final int MYSQL_SESSION_KILLED = 3169;
    private static final int MYSQL_NO_WAIT = 3572;
    private static final int MYSQL_IDLE_TIMEOUT = 4031;

    private MySqlErrors() {}

    static ErrorTable mysql() {
        List<Entry> rows = new ArrayList<>(List.of(
                code(MYSQL_STATEMENT_TIMEOUT).in(Phase.LOCK).means(BUSY),
                code(MYSQL_NO_WAIT).in(Phase.LOCK).means(BUSY),
                code(MYSQL_NO_WAIT).means(CONTENTION),
                code(MYSQL_STATEMENT_TIMEOUT).means(CONTENTION).unknownAtCommit(),
                code(MYSQL_USER_LOCK_DEADLOCK).means(CONTENTION),
                // Group replication: 3101 says that the transaction was rolled back, 3100 only that a step at commit
                // failed.
                code(MYSQL_GROUP_ROLLED_BACK).means(CONTENTION),
                code(MYSQL_REPLICATION_HOOK).means(CONTENTION).unknownAtCommit(),
                // Connector/J itself, in a session that somebody left read-only; other misuse of the driver says the
                // same.
                code(0, "S1009").means(REJECTED).discards(),
                lost(code(MYSQL_OFFLINE_MODE)),
                lost(code(MYSQL_SESSION_KILLED)),
                lost(code(MYSQL_IDLE_TIMEOUT))));
        rows.addAll(both());
        return new ErrorTable(rows);
    }

    static ErrorTable mariadb() {
        List<Entry> rows = new ArrayList<>(List.of(
                code(MARIADB_STATEMENT_TIMEOUT).in(Phase.LOCK).means(BUSY),
                // The statement limit bounds COMMIT too. It was seen to roll back there, but not behind every kind of
                // wait.
                code(MARIADB_STATEMENT_TIMEOUT).means(CONTENTION).unknownAtCommit(),
                lost(code(MARIADB_CONNECTION_KILLED))));
        rows.addAll(both());
        return new ErrorTable(rows);
    }

    private static List<Entry> both() {
        return List.of(
                // The end of a wait; on MariaDB also the answer to NOWAIT, at once.
                code(LOCK_WAIT_TIMEOUT).in(Phase.LOCK).means(BUSY),
                // Elsewhere the transaction stays open. From COMMIT: it did not get past a lock on all tables, and was
                // rolled back.
                code(LOCK_WAIT_TIMEOUT).means(CONTENTION),
                // Also what Galera answers to COMMIT when another node was first; rolled back.
                code(DEADLOCK).means(CONTENTION),
                // MariaDB with innodb_snapshot_isolation above READ COMMITTED; the whole transaction is gone.
                code(RECORD_CHANGED).means(CONTENTION),
                code(LOCK_TABLE_FULL).means(CONTENTION),
                code(TOO_MANY_CONCURRENT_TRANSACTIONS).means(CONTENTION),
                code(QUERY_INTERRUPTED).means(CONTENTION).unknownAtCommit(),
                code(ERROR_DURING_COMMIT).means(CONTENTION).unknownAtCommit(),
                code(DUPLICATE_ENTRY).means(DUPLICATE),
                code(DUPLICATE_ENTRY_WITH_KEY_NAME).means(DUPLICATE),
                // The server was made read-only, as after a fail-over: the socket lives, but only another server can
                // help.
                lost(code(OPTION_PREVENTS_STATEMENT)),
                lost(code(READ_ONLY_MODE)),
                lost(code(INNODB_READ_ONLY)),
                lost(code(SERVER_SHUTDOWN)),
                // A Galera node that is not, or no longer, part of its cluster.
                lost(code(UNKNOWN_COMMAND_OR_NODE_NOT_READY)),
                // Somebody left the session read-only: not for us to undo, but not to be kept either.
                code(READ_ONLY_TRANSACTION).means(REJECTED).discards(),
                // A trigger's own refusal. MariaDB's driver dresses it as a lost connection.
                code(SIGNAL).means(REJECTED),
                code(TOO_MANY_CONNECTIONS).means(UNAVAILABLE).discards(),
                code(TOO_MANY_USER_CONNECTIONS).means(UNAVAILABLE).discards(),
                code(USER_LIMIT_REACHED).means(UNAVAILABLE).discards(),
                // Connector/J: broken off; closed before the call. MariaDB's driver: 08000 for both. The others: on
                // connecting.
                lost(state("08S01")),
                lost(state("08003")),
                lost(state("08000")),
                lost(state("08001")),
                lost(state("08004")),
                lost(state("08006")),
                lost(state("08007")));
    }

    private static Entry lost(Entry row) {
        return row.means(CONNECTION_LOST).unknownAtCommit().discards();
    }
}
