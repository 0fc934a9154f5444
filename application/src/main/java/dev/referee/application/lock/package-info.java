/** Locks for use outside the command engine: rows, names, unique values, leases; and optimistic updates. */
@NullMarked
package dev.referee.application.lock;

import org.jspecify.annotations.NullMarked;
