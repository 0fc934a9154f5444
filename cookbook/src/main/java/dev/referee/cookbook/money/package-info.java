/** Withdrawing money: the balance is decided on under the account's lock. */
@NullMarked
package dev.referee.cookbook.money;

import org.jspecify.annotations.NullMarked;
