/** The suite on the adapter without a database. */
@NullMarked
package dev.referee.acceptance.inmemory;

import org.jspecify.annotations.NullMarked;
