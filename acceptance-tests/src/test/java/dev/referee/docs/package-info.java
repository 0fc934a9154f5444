/** The samples of the README and the docs, compiled and run. */
@NullMarked
package dev.referee.docs;

import org.jspecify.annotations.NullMarked;
