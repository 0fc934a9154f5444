/** Which rule was tested on which engine, as a file and as a table. */
@NullMarked
package dev.referee.acceptance.report;

import org.jspecify.annotations.NullMarked;
