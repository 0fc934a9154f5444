/** A foreign aggregate, as an embedding service writes it: an account with withdrawals and a refusal of its own. */
@NullMarked
package dev.referee.acceptance.account;

import org.jspecify.annotations.NullMarked;
