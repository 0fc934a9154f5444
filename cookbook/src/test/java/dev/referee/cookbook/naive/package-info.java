/** The recipes' situations as they are often programmed: each of these loses something when two do it at once. */
@NullMarked
package dev.referee.cookbook.naive;

import org.jspecify.annotations.NullMarked;
