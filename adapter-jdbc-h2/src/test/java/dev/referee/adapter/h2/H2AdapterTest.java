package dev.referee.adapter.h2;

import dev.referee.adapter.jdbc.AdapterContract;

class H2AdapterTest extends AdapterContract {

    H2AdapterTest() {
        super(new H2Database());
    }
}
