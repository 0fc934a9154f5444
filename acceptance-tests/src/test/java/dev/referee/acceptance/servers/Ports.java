package dev.referee.acceptance.servers;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds ports for servers that bind them only seconds later. */
final class Ports {

    /** Below the range from which Linux gives ports to outgoing connections: those would take the port meanwhile. */
    private static final int LOWEST = 15_000;

    private static final int HIGHEST = 32_000;
    private static final int TRIES = 100;

    private Ports() {}

    static int free() throws IOException {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port found between " + LOWEST + " and " + HIGHEST);
    }

    private static boolean isFree(int port) throws IOException {
        try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return probe.isBound();
        } catch (BindException taken) {
            return false;
        }
    }
}
