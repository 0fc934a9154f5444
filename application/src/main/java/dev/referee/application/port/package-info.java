/** What an adapter implements, and the values that pass through it. No type here knows of SQL. */
@NullMarked
package dev.referee.application.port;

import org.jspecify.annotations.NullMarked;
