/** A relay in front of a database: counts round trips, and breaks the connection at a chosen moment. */
@NullMarked
package dev.referee.acceptance.net;

import org.jspecify.annotations.NullMarked;
