/** Documents of cases: what the desk keeps besides, in a table of its own. */
@NullMarked
package dev.referee.desk.documents;

import org.jspecify.annotations.NullMarked;
