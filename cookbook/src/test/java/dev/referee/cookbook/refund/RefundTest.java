package dev.referee.cookbook.refund;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Feature;
import dev.referee.application.port.Step;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.kitchen.Storm;
import dev.referee.cookbook.naive.NaiveRefunds;
import dev.referee.domain.command.InvalidValue;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two refund one payment, of which no refund was made yet: there is no row to lock. */
class RefundTest extends RecipeTest {

    private final PaymentId id = new PaymentId(Kitchen.fresh());

    private RefundDesk desk() {
        return new RefundDesk(transactions(), kitchen.choose(new SqlRefunds(), InMemoryRefunds.STORE));
    }

    private Payment paid(long cents) {
        return new Payment(id, cents);
    }

    @ConcurrencyTest
    void naive_more_is_refunded_than_was_paid() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        NaiveRefunds naive = new NaiveRefunds(kitchen.pool(), () -> Crew.awaitAll(bothHaveRead));

        List<Boolean> refunded = crew.atOnce(2, i -> naive.refund(id.number(), 100, Kitchen.fresh(), 80));

        long times = refunded.stream().filter(each -> each).count();
        assertEquals(kitchen.permitsLostUpdates() ? 2 : 1, times);
        assertEquals(80 * times, desk().find(id).cents());
    }

    @ConcurrencyTest
    void the_second_waits_and_is_told_what_is_left() {
        RefundDesk desk = desk();

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<RefundAnswer> first = crew.start(() -> desk.refund(paid(100), 80));
        commit.awaitReached();
        Future<RefundAnswer> second = crew.start(() -> desk.refund(paid(100), 80));
        awaitBlocked(second);
        commit.release();

        assertEquals(new RefundAnswer.Refunded(20), Crew.join(first));
        assertEquals(new RefundAnswer.TooMuch(20), Crew.join(second));
        assertEquals(80, desk.find(id).cents());
        assertEquals(new RefundAnswer.Refunded(0), desk.refund(paid(100), 20));
    }

    @ConcurrencyTest
    void a_user_is_told_at_once_that_another_is_at_it() {
        RefundDesk desk = desk();

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<RefundAnswer> first = crew.start(() -> desk.refundNow(paid(100), 80));
        commit.awaitReached();
        Future<RefundAnswer> second = crew.start(() -> desk.refundNow(paid(100), 80));

        assertEquals(new RefundAnswer.AnotherInProgress(), Crew.join(second));
        commit.release();
        assertEquals(new RefundAnswer.Refunded(20), Crew.join(first));
        assertEquals(new RefundAnswer.TooMuch(20), desk.refundNow(paid(100), 80));
    }

    @Test
    void refunds_of_different_payments_do_not_wait_for_each_other() {
        kitchen.adapter().capabilities().whyNot(Feature.ROW_LOCKS).ifPresent(Assumptions::abort);
        RefundDesk desk = desk();
        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<RefundAnswer> first = crew.start(() -> desk.refund(paid(100), 80));
        commit.awaitReached();
        Payment other = new Payment(new PaymentId(Kitchen.fresh()), 100);
        assertEquals(new RefundAnswer.Refunded(20), desk.refund(other, 80));
        commit.release();
        assertEquals(new RefundAnswer.Refunded(20), Crew.join(first));
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new PaymentId(0));
        assertThrows(InvalidValue.class, () -> paid(0));
        assertThrows(InvalidValue.class, () -> desk().refund(paid(100), 0));
        assertThrows(InvalidValue.class, () -> desk().refundNow(paid(100), -5));
        assertThrows(InvalidValue.class, () -> desk().refund(paid(100), Long.MAX_VALUE));
    }

    /** All threads refund one payment after the other, and each payment covers one of the refunds. */
    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_refunds_more_than_was_paid() {
        Storm storm = kitchen.storm();
        NaiveRefunds naive = new NaiveRefunds(kitchen.pool(), storm.firstRound());
        List<PaymentId> payments = LongStream.range(0, storm.operations() / storm.threads())
                .mapToObj(i -> new PaymentId(Kitchen.fresh()))
                .toList();

        Storm.Result result = storm.blow(
                crew,
                (thread, number) ->
                        naive.refund(payments.get(number).number(), 1, thread, 1) ? Storm.End.DONE : Storm.End.REFUSED);

        RefundDesk desk = desk();
        long refunded =
                payments.stream().mapToLong(each -> desk.find(each).cents()).sum();
        long tooMuch = refunded - payments.size();
        Measured.storm("refund, naive, one of 16 is covered", engine, storm, result, Math.max(0, tooMuch));
        assertEquals(refunded, result.done());
        if (kitchen.permitsLostUpdates()) {
            assertTrue(tooMuch >= storm.threads() - 1, () -> tooMuch + " too much in " + result);
        } else {
            // Less, where all that came at once were turned away.
            assertTrue(tooMuch <= 0, () -> tooMuch + " too much in " + result);
        }
    }

    /** Three quarters can be refunded. */
    @ConcurrencyTest
    @Tag("storm")
    void storm_refunds_what_was_paid_and_no_more() {
        Storm storm = kitchen.storm();
        RefundDesk desk = desk();
        Payment payment = paid(storm.operations() * 3L / 4);

        Storm.Result result = storm.blow(
                crew,
                (thread, number) -> desk.refund(payment, 1)
                        .fold(left -> Storm.End.DONE, left -> Storm.End.REFUSED, () -> {
                            throw new AssertionError("nobody who waits is told so");
                        }));

        Refunds refunds = desk.find(id);
        Measured.storm("refund", engine, storm, result, refunds.cents() - payment.cents());
        assertEquals(payment.cents(), result.done());
        assertEquals(payment.cents(), refunds.cents());
        assertEquals(payment.cents(), refunds.revision().value());
        assertEquals(storm.operations() - payment.cents(), result.refused());
    }

    @Test
    void round_trips() {
        countRoundTrips("refund", 6, 9, adapter -> {
            RefundDesk desk = new RefundDesk(Transactions.over(adapter), new SqlRefunds());
            return () -> desk.refund(paid(100), 1);
        });
    }
}
