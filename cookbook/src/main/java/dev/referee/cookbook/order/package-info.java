/** An order and its lines: the total is the sum. */
@NullMarked
package dev.referee.cookbook.order;

import org.jspecify.annotations.NullMarked;
