/** What every recipe's tests use: the engines, their databases, races and storms. */
@NullMarked
package dev.referee.cookbook.kitchen;

import org.jspecify.annotations.NullMarked;
