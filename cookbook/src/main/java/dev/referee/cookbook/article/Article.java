package dev.referee.cookbook.article;

import dev.referee.domain.command.Check;
import dev.referee.domain.command.Revision;

// sample: model
/**
 * An article as it was saved.
 *
 * @param revision rises with each save; an editor's form carries the one that it was opened with
 * @param text 1 to 10,000 code points
 */
public record Article(ArticleId id, Revision revision, String text) {

    public Article {
        Check.text("article text", text, 10_000);
    }

    public static Article first(ArticleId id, String text) {
        return new Article(id, Revision.FIRST, text);
    }

    public Article edited(String newText) {
        return new Article(id, revision.next(), newText);
    }
}
// end
