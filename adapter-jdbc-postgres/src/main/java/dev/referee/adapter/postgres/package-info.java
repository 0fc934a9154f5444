/** Referee on PostgreSQL. */
@NullMarked
package dev.referee.adapter.postgres;

import org.jspecify.annotations.NullMarked;
