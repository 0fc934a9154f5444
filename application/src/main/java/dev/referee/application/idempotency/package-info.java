/**
 * Actions that are not one aggregate's command, run once for each key: a call of a payment provider, an import, a webhook. Who claims a key
 * runs the action and records its result; everybody else who comes with the key is given that result.
 */
@NullMarked
package dev.referee.application.idempotency;

import org.jspecify.annotations.NullMarked;
