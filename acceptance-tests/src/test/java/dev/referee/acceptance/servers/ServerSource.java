package dev.referee.acceptance.servers;

/** A place to take servers from; another one than the default is found as a service. */
public interface ServerSource {

    /** The value of the setting {@code referee.servers} that chooses this source. */
    String name();

    /**
     * Starts a server and waits until it accepts connections; the source sees to it that it ends with this JVM.
     *
     * @throws Exception whatever kept it from starting; the caller reports it as the reason
     */
    ServerState start(TestServers server) throws Exception;
}
