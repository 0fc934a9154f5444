/** Editing an article: nobody overwrites what he has not seen. */
@NullMarked
package dev.referee.cookbook.article;

import org.jspecify.annotations.NullMarked;
