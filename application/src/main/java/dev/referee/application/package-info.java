/** The command engine, the permit use cases and the ports that adapters implement. */
@NullMarked
package dev.referee.application;

import org.jspecify.annotations.NullMarked;
