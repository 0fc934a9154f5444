/** Referee on H2. */
@NullMarked
package dev.referee.adapter.h2;

import org.jspecify.annotations.NullMarked;
