package dev.referee.spring;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStoreBuilder;

/** A bean of this type sets what no property can, such as a data source of the owner of the tables. Called after the properties were set. */
public interface RefereeCustomizer {

    /** Called before the adapter is opened. */
    default void customize(JdbcAdapterBuilder adapter) {}

    /** Called before the store of claims is opened. */
    default void customize(JdbcIdempotencyStoreBuilder store) {}
}
