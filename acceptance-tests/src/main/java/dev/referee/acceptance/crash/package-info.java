/** Processes that are killed or stopped while they execute a command or hold a lock. */
@NullMarked
package dev.referee.acceptance.crash;

import org.jspecify.annotations.NullMarked;
