/** The relay proved on a small server of lines, and on real databases. */
@NullMarked
package dev.referee.acceptance.net;

import org.jspecify.annotations.NullMarked;
