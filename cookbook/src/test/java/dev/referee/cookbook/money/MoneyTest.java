package dev.referee.cookbook.money;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Step;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.cookbook.naive.NaiveAccounts;
import dev.referee.domain.command.InvalidValue;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two withdraw from one account that holds enough for one of them. */
class MoneyTest extends RecipeTest {

    private final AccountId id = new AccountId(Kitchen.fresh());
    private final AccountId other = new AccountId(Kitchen.fresh());

    private Accounts accounts() {
        return accounts(transactions());
    }

    private Accounts accounts(Transactions transactions) {
        return new Accounts(transactions, kitchen.choose(new SqlAccounts(), InMemoryAccounts.STORE));
    }

    private long balance(AccountId account) {
        return accounts().find(account).orElseThrow().cents();
    }

    @ConcurrencyTest
    void naive_both_are_paid_out_of_money_for_one() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        NaiveAccounts naive = new NaiveAccounts(kitchen.pool(), () -> Crew.awaitAll(bothHaveRead));
        accounts().open(id, 100);

        List<Boolean> paid = crew.atOnce(2, i -> naive.withdraw(id.number(), 80));

        long times = paid.stream().filter(each -> each).count();
        Measured.note("money, naive, two withdraw 80 of 100", engine, times + " paid, " + balance(id) + " left");
        assertEquals(20, balance(id));
        assertEquals(kitchen.permitsLostUpdates() ? 2 : 1, times);
    }

    @ConcurrencyTest
    void the_second_waits_and_is_told_what_is_left() {
        Accounts accounts = accounts();
        accounts.open(id, 100);

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<MoneyAnswer> first = crew.start(() -> accounts.withdraw(id, new Cents(80)));
        commit.awaitReached();
        Future<MoneyAnswer> second = crew.start(() -> accounts.withdraw(id, new Cents(80)));
        awaitBlocked(second);
        commit.release();

        assertEquals(new MoneyAnswer.Moved(20), Crew.join(first));
        assertEquals(new MoneyAnswer.NotEnough(20), Crew.join(second));
        assertEquals(20, balance(id));
    }

    @Test
    void an_account_that_is_not_there_is_named() {
        assertEquals(new MoneyAnswer.NoSuchAccount(id), accounts().withdraw(id, new Cents(1)));
        accounts().open(id, 5);
        assertEquals(new MoneyAnswer.NoSuchAccount(other), accounts().transfer(id, other, new Cents(1)));
        assertEquals(new MoneyAnswer.NoSuchAccount(other), accounts().transfer(other, id, new Cents(1)));
        assertEquals(5, balance(id));
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new AccountId(-1));
        assertThrows(InvalidValue.class, () -> new Cents(0));
        assertThrows(InvalidValue.class, () -> new Cents(-5));
        assertThrows(InvalidValue.class, () -> new Cents(Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> accounts().transfer(id, id, new Cents(1)));
    }

    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_pays_out_more_than_was_taken() {
        Storm storm = kitchen.storm();
        NaiveAccounts naive = new NaiveAccounts(kitchen.pool(), storm.firstRound());
        accounts().open(id, storm.operations());

        Storm.Result result = storm.blow(
                crew, (thread, number) -> naive.withdraw(id.number(), 1) ? Storm.End.DONE : Storm.End.REFUSED);

        long lost = result.done() - (storm.operations() - balance(id));
        Measured.storm("money, naive", engine, storm, result, lost);
        assertDamage(storm, result, lost);
    }

    /** Three quarters can be paid. */
    @ConcurrencyTest
    @Tag("storm")
    void storm_pays_out_what_is_there_and_no_more() {
        Storm storm = kitchen.storm();
        Accounts accounts = accounts();
        long held = storm.operations() * 3L / 4;
        accounts.open(id, held);

        Storm.Result result = storm.blow(
                crew,
                (thread, number) -> accounts.withdraw(id, new Cents(1))
                        .fold(moved -> Storm.End.DONE, notEnough -> Storm.End.REFUSED, none -> {
                            throw new AssertionError("no account");
                        }));

        Measured.storm("money", engine, storm, result, result.done() - (held - balance(id)));
        assertEquals(held, result.done());
        assertEquals(storm.operations() - held, result.refused());
        assertEquals(0, balance(id));
    }

    /** Nothing is run again here, but for errors inside H2: whoever locks in the order of the keys never waits in a circle. */
    @ConcurrencyTest
    void transfers_in_both_directions_never_deadlock_and_keep_the_sum() {
        Storm storm = new Storm(8, 400);
        Accounts accounts = accounts(engine == TestServers.H2 ? transactions() : Transactions.over(kitchen.adapter()));
        accounts.open(id, 1_000);
        accounts.open(other, 1_000);

        Storm.Result result = storm.blow(crew, (thread, number) -> {
            boolean forth = thread % 2 == 0;
            return accounts.transfer(forth ? id : other, forth ? other : id, new Cents(1))
                    .fold(moved -> Storm.End.DONE, notEnough -> Storm.End.REFUSED, none -> Storm.End.REFUSED);
        });

        assertEquals(storm.operations(), result.done());
        assertEquals(2_000, balance(id) + balance(other));
        assertEquals(1_000, balance(id));
    }

    @Test
    void round_trips() {
        countRoundTrips("money, withdraw", 5, 7, adapter -> {
            Accounts accounts = new Accounts(Transactions.over(adapter), new SqlAccounts());
            accounts.open(id, 100);
            return () -> accounts.withdraw(id, new Cents(1));
        });
        countRoundTrips("money, transfer", 9, 9, adapter -> {
            Accounts accounts = new Accounts(Transactions.over(adapter), new SqlAccounts());
            accounts.open(other, 100);
            return () -> accounts.transfer(id, other, new Cents(1));
        });
    }
}
