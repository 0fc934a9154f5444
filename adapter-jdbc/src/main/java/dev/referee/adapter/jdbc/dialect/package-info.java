/** What a database adds to the shared flow: small named clauses, an error table, its migrations. For those who add an engine. */
@NullMarked
package dev.referee.adapter.jdbc.dialect;

import org.jspecify.annotations.NullMarked;
