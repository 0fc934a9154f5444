/** How a recipe is put together. */
@NullMarked
package dev.referee.cookbook.wiring;

import org.jspecify.annotations.NullMarked;
