package dev.referee.cookbook.article;

import dev.referee.application.lock.Transactions;
import dev.referee.application.port.AggregateStore;
import java.time.Duration;
import java.util.Optional;

/** What editors do with articles. Safe for many threads. */
public final class Articles {

    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Transactions transactions;
    private final AggregateStore<Article> store;

    public Articles(Transactions transactions, AggregateStore<Article> store) {
        this.transactions = transactions;
        this.store = store;
    }

    public Article write(ArticleId id, String text) {
        Article first = Article.first(id, text);
        transactions.run(LIMIT, t -> {
            t.insert(store, first);
            return first;
        });
        return first;
    }

    /** The article as it is now, for an editor's form. Nothing is locked while the editor thinks. */
    public Optional<Article> open(ArticleId id) {
        return transactions.run(LIMIT, t -> t.read(store, id.subject()));
    }

    // sample: save
    /** Saves a new text over the article that the editor has opened, unless somebody else was first. */
    public SaveAnswer save(Article opened, String text) {
        Article next = opened.edited(text);
        return transactions.run(
                LIMIT,
                t -> t.update(store, opened, next)
                        ? new SaveAnswer.Saved(next)
                        : t.read(store, opened.id().subject())
                                .<SaveAnswer>map(SaveAnswer.SomebodyElseSavedFirst::new)
                                .orElseGet(SaveAnswer.Gone::new));
    }
    // end
}
