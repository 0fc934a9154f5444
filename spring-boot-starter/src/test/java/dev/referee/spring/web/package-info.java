/** The filter on a real server. */
@NullMarked
package dev.referee.spring.web;

import org.jspecify.annotations.NullMarked;
