/** Refreshing a customer from a slow service: one at a time, and never with what is older. */
@NullMarked
package dev.referee.cookbook.customer;

import org.jspecify.annotations.NullMarked;
