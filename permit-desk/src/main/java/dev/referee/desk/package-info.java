/** The web application that embeds Referee. */
@NullMarked
package dev.referee.desk;

import org.jspecify.annotations.NullMarked;
