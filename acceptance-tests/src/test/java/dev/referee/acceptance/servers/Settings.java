package dev.referee.acceptance.servers;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** What the caller of the tests can set, as a system property or in the environment. */
final class Settings {

    private Settings() {}

    /** Whether a server that cannot be had fails the run, as it must in CI. */
    static boolean requireAll() {
        return flag("REFEREE_REQUIRE_ALL");
    }

    /** Whether servers keep their default durability; without it they do not wait for the disk. */
    static boolean durable() {
        return flag("REFEREE_SERVERS_DURABLE");
    }

    /** Where servers are taken from. */
    static String source() {
        return value("REFEREE_SERVERS").orElse("local");
    }

    /** What was unpacked once and serves every later run. */
    static Path cache() {
        return value("REFEREE_CACHE")
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache", "referee"))
                .toAbsolutePath();
    }

    /** One value of the caller's own server, {@code REFEREE_MYSQL_9_URL} for instance. */
    static Optional<String> ofServer(String engine, String what) {
        return value("REFEREE_" + engine.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_") + "_" + what);
    }

    private static boolean flag(String name) {
        return value(name).map(Boolean::parseBoolean).orElse(false);
    }

    /** Looks for the property REFEREE_A_B, then referee.a.b, then the environment's REFEREE_A_B. */
    private static Optional<String> value(String name) {
        return Optional.ofNullable(System.getProperty(name))
                .or(() -> Optional.ofNullable(
                        System.getProperty(name.toLowerCase(Locale.ROOT).replace('_', '.'))))
                .or(() -> Optional.ofNullable(System.getenv(name)))
                .filter(value -> !value.isBlank());
    }
}
