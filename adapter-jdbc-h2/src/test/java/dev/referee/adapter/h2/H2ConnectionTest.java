package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.ConnectionContract;

class H2ConnectionTest extends ConnectionContract {

    H2ConnectionTest() {
        super(new H2Database());
    }
}
