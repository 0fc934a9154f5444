/** The permit model and the values that commands are made of: pure, without any dependency. */
@NullMarked
package dev.referee.domain;

import org.jspecify.annotations.NullMarked;
