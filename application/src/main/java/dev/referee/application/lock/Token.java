package dev.referee.application.lock;

import dev.referee.domain.command.Check;
import java.util.UUID;

/** What proves that a lease or a claim is one's own: random for each acquisition, never derived from a host, a process or a thread. */
public record Token(String value) {

    public Token {
        Check.visibleAscii("token", value, 36);
    }

    /** A new one, of 122 bits from a strong source. */
    public static Token random() {
        return new Token(UUID.randomUUID().toString());
    }

    /** Not the token: whoever reads it in a log could release what it stands for. */
    @Override
    public String toString() {
        return "Token";
    }
}
