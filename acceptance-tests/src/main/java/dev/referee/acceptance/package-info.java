/** The acceptance suite as a library, and its runs on every engine of this repository. */
@NullMarked
package dev.referee.acceptance;

import org.jspecify.annotations.NullMarked;
