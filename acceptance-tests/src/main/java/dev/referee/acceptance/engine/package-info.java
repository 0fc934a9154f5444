/** What an engine gives the suite: its fixture, its stores, and hooks for what a port cannot do. */
@NullMarked
package dev.referee.acceptance.engine;

import org.jspecify.annotations.NullMarked;
