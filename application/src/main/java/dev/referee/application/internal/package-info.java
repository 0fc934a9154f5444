/** What several features share and users do not call. */
@NullMarked
package dev.referee.application.internal;

import org.jspecify.annotations.NullMarked;
