/** The runs on Redis, and what only Redis does. */
@NullMarked
package dev.referee.acceptance.redis;

import org.jspecify.annotations.NullMarked;
