/** Signing up: an e-mail address and a handle belong to one member each. */
@NullMarked
package dev.referee.cookbook.signup;

import org.jspecify.annotations.NullMarked;
