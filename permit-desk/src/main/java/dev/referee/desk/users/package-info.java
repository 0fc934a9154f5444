/** Who may sign in, and as which actor. */
@NullMarked
package dev.referee.desk.users;

import org.jspecify.annotations.NullMarked;
