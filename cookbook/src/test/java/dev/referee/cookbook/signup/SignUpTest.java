package dev.referee.cookbook.signup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
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
import dev.referee.cookbook.naive.NaiveSignUps;
import dev.referee.domain.command.InvalidValue;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two sign up with one e-mail address, or with one handle. */
class SignUpTest extends RecipeTest {

    private final long number = Kitchen.fresh();
    private final EmailAddress ann = new EmailAddress("ann" + number + "@example.org");
    private final Handle anna = new Handle("anna" + number);

    private SignUps signUps() {
        return new SignUps(transactions(), kitchen.hasSql() ? new SqlMembers() : InMemoryMembers.STORE);
    }

    @ConcurrencyTest
    void naive_two_members_have_one_address() {
        CyclicBarrier bothHaveLooked = new CyclicBarrier(2);
        NaiveSignUps naive = new NaiveSignUps(kitchen.pool(), () -> Crew.awaitAll(bothHaveLooked));

        List<Boolean> welcome = crew.atOnce(2, i -> naive.signUp(ann.value(), "ann" + number + i));

        long members = kitchen.ask("SELECT COUNT(*) FROM naive_member WHERE email = '" + ann.value() + "'");
        assertEquals(kitchen.permitsLostUpdates() ? 2 : 1, members);
        assertEquals(members, welcome.stream().filter(each -> each).count());
    }

    @ConcurrencyTest
    void the_second_waits_and_is_told_which_of_the_two_is_taken() {
        SignUps signUps = signUps();

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<SignUpAnswer> first = crew.start(() -> signUps.signUp(ann, anna));
        commit.awaitReached();
        Future<SignUpAnswer> second = crew.start(() -> signUps.signUp(ann, new Handle("other" + number)));
        awaitBlocked(second);
        commit.release();

        assertInstanceOf(SignUpAnswer.Welcome.class, Crew.join(first));
        assertEquals(new SignUpAnswer.EmailTaken(), Crew.join(second));
    }

    @Test
    void a_taken_handle_is_told_from_a_taken_address() {
        SignUps signUps = signUps();
        EmailAddress bob = new EmailAddress("bob" + number + "@example.org");

        assertInstanceOf(SignUpAnswer.Welcome.class, signUps.signUp(ann, anna));
        assertEquals(new SignUpAnswer.HandleTaken(), signUps.signUp(bob, anna));
        assertEquals(new SignUpAnswer.EmailTaken(), signUps.signUp(ann, new Handle("bob" + number)));
        assertEquals(
                new SignUpAnswer.EmailTaken(),
                signUps.signUp(new EmailAddress("ANN" + number + "@Example.ORG"), new Handle("bob" + number)));
        assertInstanceOf(SignUpAnswer.Welcome.class, signUps.signUp(bob, new Handle("bob" + number)));
    }

    @ConcurrencyTest
    void what_was_rolled_back_is_free_again() {
        SignUps signUps = signUps();

        kitchen.steps.order(Step.COMMIT, () -> {
            throw new IllegalStateException("ordered by the test");
        });
        assertThrows(IllegalStateException.class, () -> signUps.signUp(ann, anna));

        assertInstanceOf(SignUpAnswer.Welcome.class, signUps.signUp(ann, anna));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "@", "a@", "@a", "a@b@c", "a b@c", "ä@c", "a\t@c"})
    void an_address_that_is_none_is_refused_before_the_store_is_asked(String text) {
        assertThrows(InvalidValue.class, () -> new EmailAddress(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ab", "Ann", "a-b", "a b", "0123456789012345678901234567890"})
    void a_handle_that_is_none_is_refused_before_the_store_is_asked(String text) {
        assertThrows(InvalidValue.class, () -> new Handle(text));
    }

    /** All threads sign up with one address after the other. */
    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_gives_one_address_to_several() {
        Storm storm = kitchen.storm();
        NaiveSignUps naive = new NaiveSignUps(kitchen.pool(), storm.firstRound());

        Storm.Result result = storm.blow(
                crew,
                (thread, n) ->
                        naive.signUp(address(n).value(), handle(thread, n).value())
                                ? Storm.End.DONE
                                : Storm.End.REFUSED);

        long tooMany = result.done() - storm.operations() / storm.threads();
        Measured.storm("sign-up, naive, 16 for each address", engine, storm, result, Math.max(0, tooMany));
        if (kitchen.permitsLostUpdates()) {
            assertTrue(tooMany >= storm.threads() - 1, () -> tooMany + " too many in " + result);
        } else {
            assertTrue(tooMany <= 0);
        }
    }

    @ConcurrencyTest
    @Tag("storm")
    void storm_gives_each_address_to_one() {
        Storm storm = kitchen.storm();
        SignUps signUps = signUps();
        AtomicLong told = new AtomicLong();

        Storm.Result result = storm.blow(
                crew,
                (thread, n) -> signUps.signUp(address(n), handle(thread, n))
                        .fold(
                                member -> Storm.End.DONE,
                                () -> {
                                    told.incrementAndGet();
                                    return Storm.End.REFUSED;
                                },
                                () -> Storm.End.REFUSED));

        long addresses = storm.operations() / storm.threads();
        Measured.storm("sign-up, 16 for each address", engine, storm, result, result.done() - addresses);
        assertEquals(addresses, result.done());
        assertEquals(result.refused(), told.get(), "each of the others was told that the address is taken");
        if (kitchen.hasSql()) {
            String ours = " FROM site_member WHERE email LIKE 'storm" + number + "x%'";
            assertEquals(addresses, kitchen.ask("SELECT COUNT(*)" + ours));
            assertEquals(addresses, kitchen.ask("SELECT COUNT(DISTINCT email)" + ours));
        }
    }

    private EmailAddress address(int n) {
        return new EmailAddress("storm" + number + "x" + n + "@example.org");
    }

    private Handle handle(int thread, int n) {
        return new Handle("s" + number + "x" + thread + "x" + n);
    }

    @Test
    void round_trips() {
        countRoundTrips("sign-up", 5, 6, adapter -> {
            SignUps signUps = new SignUps(Transactions.over(adapter), new SqlMembers());
            AtomicLong next = new AtomicLong();
            return () -> assertInstanceOf(
                    SignUpAnswer.Welcome.class,
                    signUps.signUp(
                            new EmailAddress("r" + number + "x" + next.get() + "@example.org"),
                            new Handle("r" + number + "x" + next.getAndIncrement())));
        });
        countRoundTrips("sign-up, taken", 7, 7, adapter -> {
            SignUps signUps = new SignUps(Transactions.over(adapter), new SqlMembers());
            signUps.signUp(ann, anna);
            return () -> assertEquals(new SignUpAnswer.EmailTaken(), signUps.signUp(ann, anna));
        });
    }
}
