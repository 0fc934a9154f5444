/**
 * The vocabulary of a command that takes effect once: who asks, under which key, at which revision, and what was decided.
 *
 * <p>Nothing here knows what the aggregate is. All types are immutable, check themselves when they are made, and may be shared
 * between threads.
 */
@NullMarked
package dev.referee.domain.command;

import org.jspecify.annotations.NullMarked;
