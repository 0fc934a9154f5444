/** Tools to stop, fail and watch commands at named steps, and to wait with a bound. */
@NullMarked
package dev.referee.acceptance.steps;

import org.jspecify.annotations.NullMarked;
