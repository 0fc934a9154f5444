package dev.referee.cookbook.wallet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.referee.acceptance.rules.ConcurrencyTest;
import dev.referee.acceptance.steps.Crew;
import dev.referee.acceptance.steps.Steps.Stop;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.Step;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.RecipeTest;
import dev.referee.cookbook.naive.NaivePayments;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The provider tells of a payment more than once, and whoever is at it is slow, dies or is cut off. */
class PaymentsTest extends RecipeTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final WalletId id = new WalletId(Kitchen.fresh());
    private final Payment payment = new Payment("pay_" + id.number(), id, 3_000);

    private Ledger ledger() {
        return new Ledger(
                transactions(),
                kitchen.choose(new SqlWallets(), InMemoryWallets.STORE),
                kitchen.hasSql() ? new SqlReceipts() : InMemoryWallets.RECEIPTS);
    }

    private static IdempotentActions actions(IdempotencyStore claims) {
        return IdempotentActions.over(claims).timeToLive(HOUR).build();
    }

    private Payments payments() {
        return new Payments(actions(kitchen.claims()), ledger());
    }

    private long balance() {
        return ledger().find(id).orElseThrow().cents();
    }

    private static ActionResult credited(PaymentAnswer answer) {
        return assertInstanceOf(PaymentAnswer.Credited.class, answer).receipt();
    }

    @ConcurrencyTest
    void naive_a_payment_is_credited_again_when_its_result_was_not_recorded() {
        ledger().open(id);
        IdempotencyStore cutOff = new HaltingClaims(kitchen.claims(), point -> {
            if (point == Point.BEFORE_THE_RECORD) {
                throw new IllegalStateException("as if the process died here");
            }
        });

        assertThrows(RuntimeException.class, () -> naively(cutOff));
        kitchen.advanceClaims(HOUR);
        naively(kitchen.claims());

        assertEquals(2 * payment.cents(), balance());
    }

    private void naively(IdempotencyStore claims) {
        new NaivePayments(kitchen.pool(), actions(claims), () -> {})
                .handle(payment.key(), payment.digest(), id.number(), payment.cents());
    }

    @Test
    void whoever_tells_of_it_again_is_given_the_first_receipt() {
        ledger().open(id);

        ActionResult first = credited(payments().handle(payment));
        credited(payments().handle(new Payment("pay_b" + id.number(), id, 500)));

        assertEquals(first, credited(payments().handle(payment)), "replayed");
        kitchen.advanceClaims(HOUR);
        assertEquals(first, credited(payments().handle(payment)), "run again");
        assertEquals(3_500, balance());
    }

    @ConcurrencyTest
    void while_one_is_at_it_the_other_is_told_so() {
        ledger().open(id);

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<PaymentAnswer> first = crew.start(() -> payments().handle(payment));
        commit.awaitReached();
        assertEquals(new PaymentAnswer.InProgress(), payments().handle(payment));
        commit.release();

        assertEquals(credited(Crew.join(first)), credited(payments().handle(payment)));
        assertEquals(3_000, balance());
    }

    /** The claim's token keeps the late one from recording; only the receipt keeps it from crediting. */
    @ConcurrencyTest
    void who_was_paused_for_longer_than_its_claim_credits_nothing_and_gives_its_successors_receipt() {
        ledger().open(id);
        CountDownLatch claimed = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        IdempotencyStore pausing = new HaltingClaims(kitchen.claims(), point -> {
            if (point == Point.AFTER_THE_CLAIM) {
                claimed.countDown();
                Crew.awaitAll(goOn);
            }
        });

        Future<PaymentAnswer> paused = crew.start(() -> new Payments(actions(pausing), ledger()).handle(payment));
        Crew.awaitAll(claimed);
        kitchen.advanceClaims(HOUR);
        ActionResult successors = credited(payments().handle(payment));
        credited(payments().handle(new Payment("pay_b" + id.number(), id, 500)));
        goOn.countDown();

        assertEquals(successors, credited(Crew.join(paused)));
        assertEquals(successors, credited(payments().handle(payment)));
        assertEquals(3_500, balance());
    }

    @ConcurrencyTest
    void whatever_the_ledger_threw_the_key_is_free_again() {
        ledger().open(id);

        kitchen.steps.order(Step.COMMIT, () -> {
            throw new IllegalStateException("ordered by the test");
        });
        assertThrows(IllegalStateException.class, () -> payments().handle(payment));

        credited(payments().handle(payment));
        assertEquals(3_000, balance());
    }

    @Test
    void a_refusal_is_not_recorded() {
        assertEquals(new PaymentAnswer.NoSuchWallet(), payments().handle(payment));
        ledger().open(id);

        credited(payments().handle(payment));
    }

    @Test
    void another_payment_of_the_same_name_is_told_from_this_one_even_when_the_claim_is_forgotten() {
        ledger().open(id);
        credited(payments().handle(payment));
        Payment other = new Payment(payment.id(), id, 3_001);

        assertEquals(new PaymentAnswer.OtherPayment(), payments().handle(other));
        kitchen.advanceClaims(HOUR);
        assertEquals(new PaymentAnswer.OtherPayment(), payments().handle(other));

        assertEquals(3_000, balance());
    }
}
