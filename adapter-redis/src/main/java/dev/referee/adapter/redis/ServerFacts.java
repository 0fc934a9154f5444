package dev.referee.adapter.redis;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a server says about itself; read on every new connection, since another server may answer there by then. */
record ServerFacts(
        String version, String runId, String evictionPolicy, long maxMemory, boolean appendOnlyFile, long micros) {

    private static final int MAJOR = 6;
    private static final int MINOR = 2;

    /** Reads the answer to INFO. */
    static ServerFacts of(String info) {
        Map<String, String> lines = info.lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1),
                        (first, second) -> first));
        return new ServerFacts(
                line(lines, "redis_version"),
                line(lines, "run_id"),
                Optional.ofNullable(lines.get("maxmemory_policy")).orElse(""),
                Long.parseLong(Optional.ofNullable(lines.get("maxmemory")).orElse("0")),
                "1".equals(lines.get("aof_enabled")),
                Long.parseLong(line(lines, "server_time_usec")));
    }

    /** Returns this, if the server can keep leases. */
    ServerFacts checked() {
        String[] numbers = version.split("\\.", -1);
        int major = Integer.parseInt(numbers[0]);
        if (major < MAJOR || (major == MAJOR && Integer.parseInt(numbers[1]) < MINOR)) {
            throw new UnsupportedRedis("Redis must be " + MAJOR + "." + MINOR + " or newer, but is " + version + ".");
        }
        if (maxMemory > 0 && !evictionPolicy.equals("noeviction")) {
            throw new UnsupportedRedis(
                    "The server may evict leases and fence numbers when its memory is full (maxmemory-policy is "
                            + evictionPolicy + "): leases need noeviction.");
        }
        return this;
    }

    private static String line(Map<String, String> lines, String name) {
        return Optional.ofNullable(lines.get(name))
                .orElseThrow(() -> new UnsupportedRedis("The server's INFO does not say " + name + "."));
    }
}
