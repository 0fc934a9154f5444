/** Tests of the starter. */
@NullMarked
package dev.referee.spring;

import org.jspecify.annotations.NullMarked;
