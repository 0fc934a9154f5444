package dev.referee.adapter.redis;

import java.util.List;

/** What a script answered: a code, the server's time in microseconds, and what belongs to the code. */
record Reply(List<Object> parts) {

    static final long LATE = 0;
    static final long YES = 1;
    static final long NO = 2;
    static final long OUT = 3;

    long code() {
        return number(0);
    }

    long serverMicros() {
        return number(1);
    }

    long number(int index) {
        return (Long) parts.get(index);
    }

    byte[] bytes(int index) {
        return (byte[]) parts.get(index);
    }

    int size() {
        return parts.size();
    }
}
