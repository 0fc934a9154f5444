/** Row locks and optimistic updates for use outside the command engine. */
@NullMarked
package dev.referee.application.lock;

import org.jspecify.annotations.NullMarked;
