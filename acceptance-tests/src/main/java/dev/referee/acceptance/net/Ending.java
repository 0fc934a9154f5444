package dev.referee.acceptance.net;

/** How a relay ends its client's connection: the two look different to a driver, and both happen. */
public enum Ending {
    /** A reset (RST), as from a crashed host or a firewall: the driver sees an I/O error. */
    RESET,
    /** An orderly end of stream (FIN), as from a server process that is gone: the driver reads an early end. */
    FIN
}
