package dev.referee.acceptance.redis;

import dev.referee.acceptance.LeaseSuite;
import dev.referee.acceptance.engine.LeaseFixture;

class RedisAcceptanceTest extends LeaseSuite {

    @Override
    protected LeaseFixture leases() {
        return new RedisLeases("redis", 1);
    }
}
