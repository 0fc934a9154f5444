/** Refunds of a payment that is kept elsewhere: one at a time, and never more than was paid. */
@NullMarked
package dev.referee.cookbook.refund;

import org.jspecify.annotations.NullMarked;
