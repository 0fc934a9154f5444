/** The ports without a database, with real row locks and real rollback. */
@NullMarked
package dev.referee.adapter.inmemory;

import org.jspecify.annotations.NullMarked;
