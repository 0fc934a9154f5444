package dev.referee.adapter.redis;

import dev.referee.application.port.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** One question put to all nodes at once, and what has come back so far. */
final class Round {

    private final List<CompletableFuture<Reply>> asked = new ArrayList<>();
    private final Semaphore news = new Semaphore(0);

    private final List<Node> nodes;

    private Round(List<Node> nodes) {
        this.nodes = nodes;
    }

    static Round ask(List<Node> nodes, Function<Node, CompletableFuture<Reply>> question) {
        Round round = new Round(nodes);
        for (Node node : nodes) {
            CompletableFuture<Reply> answer = question.apply(node);
            round.asked.add(answer);
            Waiting.forNobody(answer.whenComplete((reply, failure) -> round.news.release()));
        }
        return round;
    }

    /** Waits until enough is known, or all there is to know; every question ends by its own deadline. */
    Round await(Predicate<Round> enough) {
        try {
            for (int i = 0; i < asked.size() && !enough.test(this); i++) {
                news.acquire();
            }
            return this;
        } catch (InterruptedException e) {
            throw Waiting.interrupted(e);
        }
    }

    /** Calls this for each node that has answered or still does, on whatever thread brings the answer. */
    void forEach(BiConsumer<Node, Reply> told) {
        for (int i = 0; i < asked.size(); i++) {
            Node node = nodes.get(i);
            Waiting.forNobody(asked.get(i).thenAccept(reply -> told.accept(node, reply)));
        }
    }

    List<Reply> replies() {
        return asked.stream()
                .filter(answer -> answer.isDone() && !answer.isCompletedExceptionally())
                .map(CompletableFuture::join)
                .toList();
    }

    List<Reply> replies(long code) {
        return replies().stream().filter(reply -> reply.code() == code).toList();
    }

    int count(long code) {
        return replies(code).size();
    }

    /** Nodes that have neither answered nor failed yet. */
    int open() {
        return (int) asked.stream().filter(answer -> !answer.isDone()).count();
    }

    /** Nodes that gave no vote: failed, or staying out. */
    int lost() {
        return (int) asked.stream()
                        .filter(CompletableFuture::isCompletedExceptionally)
                        .count()
                + count(Reply.OUT);
    }

    /** Why so few nodes gave a vote, of a question that lasts only if a majority took it. */
    StoreFailure failure(QuorumSize size) {
        return failure(size, false);
    }

    /** The same of a question that may have taken effect wherever a node took it, be it that the answers came too late. */
    StoreFailure failureOfEffect(QuorumSize size) {
        return failure(size, count(Reply.YES) > 0);
    }

    private StoreFailure failure(QuorumSize size, boolean hasEffect) {
        List<Trouble> troubles = troubles();
        int out = count(Reply.OUT);
        Optional<Trouble> worst = troubles.stream()
                .filter(Trouble::mayHaveHappened)
                .findFirst()
                .or(() -> troubles.stream().findFirst());
        StoreFailure failure = size.tooFew(asked.size() - troubles.size() - out, out, worst, hasEffect);
        troubles.stream()
                .filter(trouble -> worst.filter(w -> w == trouble).isEmpty())
                .forEach(failure::addSuppressed);
        return failure;
    }

    private List<Trouble> troubles() {
        List<Trouble> found = new ArrayList<>();
        for (CompletableFuture<Reply> answer : asked) {
            if (answer.isCompletedExceptionally()) {
                try {
                    answer.join();
                } catch (CompletionException e) {
                    if (e.getCause() instanceof Trouble trouble) {
                        found.add(trouble);
                    } else {
                        throw e;
                    }
                }
            }
        }
        return found;
    }
}
