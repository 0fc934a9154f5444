package dev.referee.cookbook.naive;

import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** A transaction as Spring gives it, at the isolation level that the server has by default. */
final class Naive {

    final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    Naive(DataSource dataSource) {
        this.jdbc = JdbcClient.create(dataSource);
        this.transaction = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    }

    /** Returns false if the database refused. */
    boolean inTransaction(Runnable work) {
        try {
            transaction.executeWithoutResult(status -> work.run());
            return true;
        } catch (DataAccessException | TransactionException e) {
            if (!(e.getRootCause() instanceof SQLException)) {
                throw e;
            }
            return false;
        }
    }
}
