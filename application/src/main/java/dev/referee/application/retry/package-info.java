/** How a transaction is run again: how often, for how long, and with which pauses. */
@NullMarked
package dev.referee.application.retry;

import org.jspecify.annotations.NullMarked;
