package dev.referee.adapter.redis;

import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/** The first look at a server. */
final class Opening {

    static final String PREFIX = "referee:";
    static final Duration TIMEOUT = Duration.ofSeconds(2);

    private Opening() {}

    static ServerFacts first(Node node) {
        try {
            return node.link().get().facts();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnsupportedRedis refused) {
                throw refused;
            }
            throw unreachable(node, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(node, e);
        }
    }

    /** Looks at all nodes, and needs a majority. */
    static ServerFacts firstOf(List<Node> nodes, QuorumSize size) {
        nodes.forEach(node -> Waiting.forNobody(node.link()));
        List<ServerFacts> found = new ArrayList<>();
        Optional<StoreFailure> failure = Optional.empty();
        for (Node node : nodes) {
            try {
                found.add(first(node));
            } catch (StoreFailure e) {
                failure = Optional.of(e);
            }
        }
        if (!size.isMajority(found.size())) {
            throw failure.orElseThrow();
        }
        if (found.stream().map(ServerFacts::runId).distinct().count() < found.size()) {
            throw new UnsupportedRedis("Two of the nodes are one server.");
        }
        return found.get(0);
    }

    private static StoreFailure unreachable(Node node, Exception cause) {
        return new StoreFailure(
                FailureKind.UNAVAILABLE, Phase.BEGIN, false, "no connection to " + node.address(), cause);
    }
}
