package dev.referee.acceptance.broken;

/** Nothing is wrong: the rules pass, so what fails with a fault fails because of it. */
final class NoFault extends Fault {}
