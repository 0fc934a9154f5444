/** The contract that each SQL adapter's module tests run on its own server. */
@NullMarked
package dev.referee.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
