/** A process that is killed while it executes a command. */
@NullMarked
package dev.referee.acceptance.crash;

import org.jspecify.annotations.NullMarked;
