package dev.referee.cookbook.article;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Subject;

/** The number of an article, 1 or more. */
public record ArticleId(long number) {

    public ArticleId {
        Check.range("article", number, 1, Long.MAX_VALUE);
    }

    public Subject subject() {
        return Subject.of(number);
    }
}
