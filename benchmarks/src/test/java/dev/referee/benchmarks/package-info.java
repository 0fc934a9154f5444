/** What is measured on real servers, each with a main method. */
@NullMarked
package dev.referee.benchmarks;

import org.jspecify.annotations.NullMarked;
