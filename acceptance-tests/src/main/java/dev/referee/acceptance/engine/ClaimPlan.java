package dev.referee.acceptance.engine;

/**
 * How an engine finds the jobs of a claim.
 *
 * @param text the engine's own words
 * @param byIndex whether it reads them from an index in the order of that index: it neither looks at other rows nor sorts any
 */
public record ClaimPlan(String text, boolean byIndex) {}
