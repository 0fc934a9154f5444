@NullMarked
package dev.referee.adapter.redis;

import org.jspecify.annotations.NullMarked;
