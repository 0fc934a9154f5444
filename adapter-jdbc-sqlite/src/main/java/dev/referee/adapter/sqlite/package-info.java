/** Referee on SQLite. */
@NullMarked
package dev.referee.adapter.sqlite;

import org.jspecify.annotations.NullMarked;
