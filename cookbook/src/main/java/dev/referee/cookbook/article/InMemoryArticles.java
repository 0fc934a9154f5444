package dev.referee.cookbook.article;

import dev.referee.adapter.inmemory.InMemoryAggregate;
import dev.referee.application.port.AggregateStore;

/** Where articles are kept in memory. */
public final class InMemoryArticles {

    public static final AggregateStore<Article> STORE =
            InMemoryAggregate.of("article", article -> article.id().subject(), Article::revision);

    private InMemoryArticles() {}
}
