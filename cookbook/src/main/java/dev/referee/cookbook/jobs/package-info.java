/** Jobs that several workers share: each is claimed by one, and takes effect once. */
@NullMarked
package dev.referee.cookbook.jobs;

import org.jspecify.annotations.NullMarked;
