package dev.referee.spring;

import dev.referee.adapter.jdbc.JdbcAdapterBuilder;

/** A bean of this type sets what no property can: guards, a listener, the owner of the tables. */
@FunctionalInterface
public interface RefereeAdapterCustomizer {

    /** Called before the adapter is opened, after the properties were set. */
    void customize(JdbcAdapterBuilder builder);
}
