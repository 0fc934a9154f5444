/** The suite, tested by adapters that are wrong on purpose. */
@NullMarked
package dev.referee.acceptance.broken;

import org.jspecify.annotations.NullMarked;
