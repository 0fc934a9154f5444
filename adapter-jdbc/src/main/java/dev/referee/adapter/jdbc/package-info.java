/** What all SQL adapters share: the transaction flow, the mapping, the Dialect port. */
@NullMarked
package dev.referee.adapter.jdbc;

import org.jspecify.annotations.NullMarked;
