/** The command engine: one command, one outcome, decided on locked state. */
@NullMarked
package dev.referee.application.command;

import org.jspecify.annotations.NullMarked;
