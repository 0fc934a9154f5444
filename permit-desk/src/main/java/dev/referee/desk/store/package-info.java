/** Which database the desk uses. */
@NullMarked
package dev.referee.desk.store;

import org.jspecify.annotations.NullMarked;
