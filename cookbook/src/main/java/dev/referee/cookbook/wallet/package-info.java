/** Crediting a payment to a wallet once, however often the payment is told of and whatever process dies meanwhile. */
@NullMarked
package dev.referee.cookbook.wallet;

import org.jspecify.annotations.NullMarked;
