/** The suite on SQL databases: one fixture for all, and what differs between them. */
@NullMarked
package dev.referee.acceptance.sql;

import org.jspecify.annotations.NullMarked;
