package dev.referee.cookbook.article;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Step;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.cookbook.naive.NaiveArticles;
import dev.referee.domain.command.InvalidValue;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two editors open one article, and both save. */
class ArticleTest extends RecipeTest {

    private static final int ARTICLES = 4;

    private final ArticleId id = new ArticleId(Kitchen.fresh());

    private Articles articles() {
        return new Articles(transactions(), kitchen.choose(new SqlArticles(), InMemoryArticles.STORE));
    }

    @Test
    void naive_the_second_editor_wipes_out_what_the_first_saved_and_neither_is_told() {
        NaiveArticles naive = new NaiveArticles(kitchen.pool());
        articles().write(id, "Draft.");
        String hers = naive.open(id.number());
        String his = naive.open(id.number());

        assertTrue(naive.save(id.number(), hers + " Her paragraph."));
        assertTrue(naive.save(id.number(), his + " His paragraph."));

        assertEquals("Draft. His paragraph.", naive.open(id.number()));
    }

    @Test
    void the_second_editor_is_shown_what_the_first_saved() {
        Articles articles = articles();
        articles.write(id, "Draft.");
        Article hers = articles.open(id).orElseThrow();
        Article his = articles.open(id).orElseThrow();

        SaveAnswer first = articles.save(hers, "Draft. Her paragraph.");
        SaveAnswer second = articles.save(his, "Draft. His paragraph.");

        Article saved = hers.edited("Draft. Her paragraph.");
        assertEquals(new SaveAnswer.Saved(saved), first);
        assertEquals(new SaveAnswer.SomebodyElseSavedFirst(saved), second);
        SaveAnswer merged = articles.save(saved, "Draft. Her paragraph. His paragraph.");
        assertEquals(
                "Draft. Her paragraph. His paragraph.",
                merged.fold(Article::text, theirs -> "not saved", () -> "gone"));
    }

    @ConcurrencyTest
    void of_two_that_save_at_the_same_moment_the_second_waits_and_is_then_told() {
        Articles articles = articles();
        articles.write(id, "Draft.");
        Article opened = articles.open(id).orElseThrow();

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<SaveAnswer> first = crew.start(() -> articles.save(opened, "Hers."));
        commit.awaitReached();
        Future<SaveAnswer> second = crew.start(() -> articles.save(opened, "His."));
        awaitBlocked(second);
        commit.release();

        assertEquals(new SaveAnswer.Saved(opened.edited("Hers.")), Crew.join(first));
        assertEquals(new SaveAnswer.SomebodyElseSavedFirst(opened.edited("Hers.")), Crew.join(second));
    }

    @Test
    void an_article_that_is_not_there_is_gone() {
        assertEquals(new SaveAnswer.Gone(), articles().save(Article.first(id, "Draft."), "More."));
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new ArticleId(0));
        Article opened = Article.first(id, "Draft.");
        assertThrows(InvalidValue.class, () -> articles().save(opened, " "));
        assertThrows(InvalidValue.class, () -> articles().save(opened, "x".repeat(10_001)));
        assertThrows(InvalidValue.class, () -> articles().save(opened, "a\u0000b"));
    }

    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_loses_updates() {
        Storm storm = kitchen.storm();
        Runnable firstRound = storm.firstRound();
        NaiveArticles naive = new NaiveArticles(kitchen.pool());
        articles().write(id, "0");

        Storm.Result result = storm.blow(crew, (thread, number) -> {
            int count = Integer.parseInt(naive.open(id.number()));
            firstRound.run();
            return naive.save(id.number(), Integer.toString(count + 1)) ? Storm.End.DONE : Storm.End.REFUSED;
        });

        long lost = result.done() - Integer.parseInt(naive.open(id.number()));
        Measured.storm("article, naive", engine, storm, result, lost);
        assertTrue(lost >= storm.threads() - 1 - result.refused(), () -> lost + " lost of " + result);
    }

    @ConcurrencyTest
    @Tag("storm")
    void storm_loses_nothing() {
        Storm storm = kitchen.storm();
        Articles articles = articles();
        List<ArticleId> ids = LongStream.range(0, ARTICLES)
                .mapToObj(i -> new ArticleId(Kitchen.fresh()))
                .toList();
        ids.forEach(each -> articles.write(each, "0"));
        LongAdder tries = new LongAdder();

        Storm.Result result = storm.blow(crew, (thread, number) -> {
            Article opened = articles.open(ids.get(thread % ARTICLES)).orElseThrow();
            while (true) {
                tries.increment();
                int count = Integer.parseInt(opened.text());
                SaveAnswer answer = articles.save(opened, Integer.toString(count + 1));
                if (answer instanceof SaveAnswer.SomebodyElseSavedFirst first) {
                    opened = first.theirs();
                } else {
                    return Storm.End.DONE;
                }
            }
        });

        long saved = 0;
        for (ArticleId each : ids) {
            Article last = articles.open(each).orElseThrow();
            saved += Integer.parseInt(last.text());
            assertEquals(Long.parseLong(last.text()) + 1, last.revision().value());
        }
        Measured.storm("article, " + ARTICLES + " of them", engine, storm, result, result.done() - saved);
        Measured.note("article, saves that were tried for " + storm.operations(), engine, tries.toString());
        assertEquals(storm.operations(), result.done());
        assertEquals(storm.operations(), saved);
    }

    @Test
    void round_trips() {
        countRoundTrips("article, save", 3, 6, adapter -> {
            Articles articles = new Articles(Transactions.over(adapter), new SqlArticles());
            articles.write(id, "0");
            Article[] last = {articles.open(id).orElseThrow()};
            return () -> last[0] = articles.save(last[0], "more").fold(saved -> saved, theirs -> theirs, () -> last[0]);
        });
    }
}
