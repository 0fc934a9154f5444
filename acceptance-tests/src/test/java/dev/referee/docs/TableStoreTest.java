package dev.referee.docs;

import dev.referee.acceptance.IdempotencySuite;
import dev.referee.acceptance.engine.IdempotencyFixture;

// sample: test
class TableStoreTest extends IdempotencySuite {

    @Override
    protected IdempotencyFixture idempotency() {
        return new TableStoreFixture();
    }
}
// end
