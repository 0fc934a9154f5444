package dev.referee.adapter.jdbc.internal;

import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Sees a transaction that is bound under another of Spring's proxies for the same data source, or under that one itself. */
final class Bottom {

    private Bottom() {}

    static boolean isBoundElsewhere(DataSource dataSource) {
        DataSource bottom = of(dataSource);
        return TransactionSynchronizationManager.isActualTransactionActive()
                && TransactionSynchronizationManager.getResourceMap().entrySet().stream()
                        .anyMatch(each -> each.getValue() instanceof ConnectionHolder
                                && each.getKey() instanceof DataSource key
                                && of(key) == bottom);
    }

    /** What is behind all proxies of Spring's that hand connections of another data source on. */
    private static DataSource of(DataSource dataSource) {
        DataSource bottom = dataSource;
        while (bottom instanceof DelegatingDataSource proxy) {
            @Nullable DataSource target = proxy.getTargetDataSource();
            if (target == null) {
                break;
            }
            bottom = target;
        }
        return bottom;
    }
}
