/** Referee on MySQL and MariaDB. */
@NullMarked
package dev.referee.adapter.mysql;

import org.jspecify.annotations.NullMarked;
