/** The samples of docs/spring-boot.md. */
@NullMarked
package dev.referee.spring.docs;

import org.jspecify.annotations.NullMarked;
