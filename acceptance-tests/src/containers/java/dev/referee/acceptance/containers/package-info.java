/** Servers in containers, for machines that have Docker and would rather use it. */
@NullMarked
package dev.referee.acceptance.containers;

import org.jspecify.annotations.NullMarked;
