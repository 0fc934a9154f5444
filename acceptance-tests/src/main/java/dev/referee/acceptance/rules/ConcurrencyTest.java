package dev.referee.acceptance.rules;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks a test of something that happens at the same time. It is run as often as the configuration parameter {@code referee.repeat} says, once
 * unless set. All of them have the tag {@code concurrency}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Tag("concurrency")
@TestTemplate
@ExtendWith(RepeatedRuns.class)
public @interface ConcurrencyTest {}
