package dev.referee.desk.store;

/** Tells where the cases are kept, for the line that the desk prints at its start. */
public record DeskStore(String description) {}
