/** Jobs that workers claim, each for a limited time. */
@NullMarked
package dev.referee.application.queue;

import org.jspecify.annotations.NullMarked;
