/** The parts of the desk's HTTP layer, alone. */
@NullMarked
package dev.referee.desk.http;

import org.jspecify.annotations.NullMarked;
