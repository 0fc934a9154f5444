package dev.referee.cookbook.signup;

import java.util.UUID;

/** Identifies a member. Drawn at random, so that nobody has to be asked for it. */
public record MemberId(UUID value) {

    public static MemberId random() {
        return new MemberId(UUID.randomUUID());
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
