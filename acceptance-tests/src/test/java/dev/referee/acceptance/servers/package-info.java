/** The real database servers of a test run: started once per JVM, on free ports, in folders of their own. */
@NullMarked
package dev.referee.acceptance.servers;

import org.jspecify.annotations.NullMarked;
