/** The permit model: a case, its reviewers and fees, and the table of what may be done to it by whom. */
@NullMarked
package dev.referee.domain.permit;

import org.jspecify.annotations.NullMarked;
