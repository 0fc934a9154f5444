package dev.referee.domain.command;

/** A refusal that says all in its code and message. */
record PlainRefusal(String code, String message) implements Refusal {}
