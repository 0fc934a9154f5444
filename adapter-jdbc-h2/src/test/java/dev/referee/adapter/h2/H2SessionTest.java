package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.SessionContract;

class H2SessionTest extends SessionContract {

    H2SessionTest() {
        super(new H2Database());
    }
}
