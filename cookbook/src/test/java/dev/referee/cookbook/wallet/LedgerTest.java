package dev.referee.cookbook.wallet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Step;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.domain.command.InvalidValue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The effect with its receipt, run as often as if no claim had kept anybody off. */
class LedgerTest extends RecipeTest {

    private final WalletId id = new WalletId(Kitchen.fresh());
    private final Payment payment = new Payment("pay_" + id.number(), id, 3_000);

    private Ledger ledger() {
        return new Ledger(
                transactions(),
                kitchen.choose(new SqlWallets(), InMemoryWallets.STORE),
                kitchen.hasSql() ? new SqlReceipts() : InMemoryWallets.RECEIPTS);
    }

    private long balance(Ledger ledger) {
        return ledger.find(id).orElseThrow().cents();
    }

    private static Receipt booked(Booking booking) {
        return assertInstanceOf(Booking.Booked.class, booking).receipt();
    }

    @Test
    void the_second_run_gives_the_first_receipt() {
        Ledger ledger = ledger();
        ledger.open(id);

        Receipt first = booked(ledger.credit(payment));
        booked(ledger.credit(new Payment("pay_b" + id.number(), id, 500)));
        Receipt again = booked(ledger.credit(payment));

        assertEquals(first, again);
        assertEquals(
                "{\"payment\":\"%s\",\"wallet\":%d,\"credited\":3000,\"balance\":3000}"
                        .formatted(payment.id(), id.number()),
                again.result().text());
        assertEquals(3_500, balance(ledger));
    }

    @ConcurrencyTest
    void the_second_of_two_runs_waits_and_gives_the_receipt_of_the_first() {
        Ledger ledger = ledger();
        ledger.open(id);

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<Booking> first = crew.start(() -> ledger.credit(payment));
        commit.awaitReached();
        Future<Booking> second = crew.start(() -> ledger.credit(payment));
        awaitBlocked(second);
        commit.release();

        assertEquals(booked(Crew.join(first)), booked(Crew.join(second)));
        assertEquals(3_000, balance(ledger));
    }

    @ConcurrencyTest
    void what_was_rolled_back_has_neither_effect_nor_receipt() {
        Ledger ledger = ledger();
        ledger.open(id);

        kitchen.steps.order(Step.COMMIT, () -> {
            throw new IllegalStateException("ordered by the test");
        });
        assertThrows(IllegalStateException.class, () -> ledger.credit(payment));

        assertEquals(0, balance(ledger));
        booked(ledger.credit(payment));
        assertEquals(3_000, balance(ledger));
    }

    @Test
    void another_payment_of_the_same_name_is_refused() {
        Ledger ledger = ledger();
        WalletId other = new WalletId(Kitchen.fresh());
        ledger.open(id);
        ledger.open(other);
        booked(ledger.credit(payment));

        assertEquals(new Booking.OtherPayment(), ledger.credit(new Payment(payment.id(), id, 3_001)));
        assertEquals(new Booking.OtherPayment(), ledger.credit(new Payment(payment.id(), other, 3_000)));

        assertEquals(3_000, balance(ledger));
        assertEquals(0, ledger.find(other).orElseThrow().cents());
    }

    @Test
    void payments_whose_names_differ_in_case_are_two() {
        Ledger ledger = ledger();
        ledger.open(id);

        booked(ledger.credit(payment));
        booked(ledger.credit(new Payment("PAY_" + id.number(), id, 3_000)));

        assertEquals(6_000, balance(ledger));
    }

    @Test
    void a_payment_for_no_wallet_leaves_no_receipt() {
        Ledger ledger = ledger();

        assertEquals(new Booking.NoSuchWallet(), ledger.credit(payment));
        ledger.open(id);

        booked(ledger.credit(payment));
        assertEquals(3_000, balance(ledger));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, 1_000_000_000_001L, Long.MAX_VALUE})
    void an_amount_that_is_none_is_refused_before_the_store_is_asked(long cents) {
        assertThrows(InvalidValue.class, () -> new Payment("p", id, cents));
    }

    /** All threads run one payment after the other, each as if its claim had just expired. */
    @ConcurrencyTest
    @Tag("storm")
    void storm_credits_each_payment_once_and_gives_all_its_receipt() {
        Storm storm = kitchen.storm();
        Ledger ledger = ledger();
        ledger.open(id);
        Set<String> receipts = ConcurrentHashMap.newKeySet();

        Storm.Result result = storm.blow(crew, (thread, n) -> {
            Payment each = new Payment("storm" + id.number() + "x" + n, id, 1);
            receipts.add(booked(ledger.credit(each)).result().text());
            return Storm.End.DONE;
        });

        long payments = storm.operations() / storm.threads();
        Measured.storm("payment, 16 runs of each", engine, storm, result, balance(ledger) - payments);
        assertEquals(payments, balance(ledger));
        assertEquals(payments, receipts.size());
    }

    @Test
    void round_trips() {
        countRoundTrips("payment", 8, 8, adapter -> {
            Ledger ledger = new Ledger(Transactions.over(adapter), new SqlWallets(), new SqlReceipts());
            ledger.open(id);
            AtomicLong next = new AtomicLong();
            return () -> booked(ledger.credit(new Payment("trip" + id.number() + "x" + next.getAndIncrement(), id, 1)));
        });
        countRoundTrips("payment, credited before", 9, 8, adapter -> {
            Ledger ledger = new Ledger(Transactions.over(adapter), new SqlWallets(), new SqlReceipts());
            ledger.credit(payment);
            return () -> booked(ledger.credit(payment));
        });
    }
}
