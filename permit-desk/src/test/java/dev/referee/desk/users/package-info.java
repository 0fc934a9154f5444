/** The parts that decide who may sign in, alone. */
@NullMarked
package dev.referee.desk.users;

import org.jspecify.annotations.NullMarked;
