/** Leases in Redis: on one server, or on a majority of independent ones. */
@NullMarked
package dev.referee.adapter.redis;

import org.jspecify.annotations.NullMarked;
