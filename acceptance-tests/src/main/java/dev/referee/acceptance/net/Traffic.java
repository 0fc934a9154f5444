package dev.referee.acceptance.net;

/**
 * What passed through a relay, or through one of its connections, up to a moment. Immutable.
 *
 * @param connections connections accepted
 * @param roundTrips times that bytes reached the client after the client had sent some: requests that were waited for
 * @param bytesFromClient bytes read from the client
 * @param bytesToClient bytes passed on to the client
 */
public record Traffic(long connections, long roundTrips, long bytesFromClient, long bytesToClient) {

    /** Checks that no count is negative. */
    public Traffic {
        if (connections < 0 || roundTrips < 0 || bytesFromClient < 0 || bytesToClient < 0) {
            throw new IllegalArgumentException("traffic counts must be 0 or more, but were " + connections + ", "
                    + roundTrips + ", " + bytesFromClient + ", " + bytesToClient);
        }
    }

    /** Returns what passed after {@code earlier}, a snapshot of the same relay or connection. */
    public Traffic since(Traffic earlier) {
        return new Traffic(
                connections - earlier.connections,
                roundTrips - earlier.roundTrips,
                bytesFromClient - earlier.bytesFromClient,
                bytesToClient - earlier.bytesToClient);
    }
}
