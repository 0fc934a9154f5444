package dev.referee.acceptance.engine;

import java.util.function.Supplier;

/**
 * One row of a table of failures, as it is brought about on the engine itself.
 *
 * @param condition what happens, in words, with the code
 * @param meaning what the table must make of it
 * @param provoke brings it about on sessions of its own, and gives what the table makes of what the driver threw
 */
public record Provocation(String condition, String meaning, Supplier<String> provoke) {}
