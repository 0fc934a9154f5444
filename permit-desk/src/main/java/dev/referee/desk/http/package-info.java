/** The desk over HTTP: parses requests, calls the use cases, maps their answers. */
@NullMarked
package dev.referee.desk.http;

import org.jspecify.annotations.NullMarked;
