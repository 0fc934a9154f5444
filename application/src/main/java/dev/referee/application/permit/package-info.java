/** The use cases of a permit case, written against the command engine's public API only. */
@NullMarked
package dev.referee.application.permit;

import org.jspecify.annotations.NullMarked;
