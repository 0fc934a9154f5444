/** The rules as tests, one class a theme, each test named after its rule. */
@NullMarked
package dev.referee.acceptance.rules;

import org.jspecify.annotations.NullMarked;
