package dev.referee.domain.command;

/** What happened, for others to hear: written as one outbox row in the transaction of its command. */
public record Event(TypeName type, Json payload) {}
