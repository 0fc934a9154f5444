package dev.referee.cookbook.article;

import java.util.function.Function;
import java.util.function.Supplier;

// sample: answer
/** What an editor is told after a save. */
public sealed interface SaveAnswer {

    /** The article is saved as it is here. */
    record Saved(Article article) implements SaveAnswer {}

    /**
     * Nothing was saved: since the editor opened the article, somebody else has.
     *
     * @param theirs what was saved, to be shown beside the editor's own text
     */
    record SomebodyElseSavedFirst(Article theirs) implements SaveAnswer {}

    /** Nothing was saved: there is no such article, or no more. */
    record Gone() implements SaveAnswer {}

    /** Gives the result of the function that fits; none can be forgotten. */
    default <R> R fold(
            Function<? super Article, ? extends R> saved,
            Function<? super Article, ? extends R> somebodyElseSavedFirst,
            Supplier<? extends R> gone) {
        if (this instanceof Saved s) {
            return saved.apply(s.article());
        }
        return this instanceof SomebodyElseSavedFirst s ? somebodyElseSavedFirst.apply(s.theirs()) : gone.get();
    }
}
// end
