/** The desk as its users meet it: over HTTP. */
@NullMarked
package dev.referee.desk;

import org.jspecify.annotations.NullMarked;
