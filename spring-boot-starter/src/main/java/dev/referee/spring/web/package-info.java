/** The header Idempotency-Key for endpoints of Spring MVC. */
@NullMarked
package dev.referee.spring.web;

import org.jspecify.annotations.NullMarked;
