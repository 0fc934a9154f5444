package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.FailureContract;

class H2FailureTest extends FailureContract {

    H2FailureTest() {
        super(new H2Database());
    }
}
