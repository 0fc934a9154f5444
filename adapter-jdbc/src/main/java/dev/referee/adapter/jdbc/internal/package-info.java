/** The one JDBC flow of all SQL adapters. Not for users. */
@NullMarked
package dev.referee.adapter.jdbc.internal;

import org.jspecify.annotations.NullMarked;
