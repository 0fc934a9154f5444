/** The case that --demo prepares. */
@NullMarked
package dev.referee.desk.demo;

import org.jspecify.annotations.NullMarked;
