/** Referee in a Spring Boot application: everything is made from its data source, and anything may be replaced by a bean of the application's. */
@NullMarked
package dev.referee.spring;

import org.jspecify.annotations.NullMarked;
