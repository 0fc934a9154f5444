package dev.referee.application.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.ScriptedLeases.Fate;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.LockKind;
import dev.referee.application.port.LockObserver;
import dev.referee.application.port.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The holder's side of a lease, by clocks that the test sets. */
class LeasesTest {

    private static final LockName NAME = new LockName("n");
    private static final Duration TEN = Duration.ofSeconds(10);

    /** Of ten seconds: a hundredth and 2 ms less. */
    private static final Duration COUNTED = Duration.ofMillis(9898);

    private final ScriptedLeases store = new ScriptedLeases();
    private final HandTimer timer = new HandTimer();
    private final AtomicInteger told = new AtomicInteger();
    private final Leases leases =
            Leases.over(store).threads(timer, timer).clock(timer).build();

    private Lease taken() {
        Lease lease = leases.tryAcquire(NAME, TEN).orElseThrow();
        lease.onLost(told::incrementAndGet);
        return lease;
    }

    @Test
    void the_time_is_counted_from_before_the_request_was_sent_and_less_than_asked_for() {
        store.onTheWay = () -> timer.passUnnoticed(Duration.ofMillis(400));

        assertEquals(COUNTED.minusMillis(400), taken().remaining());
    }

    @Test
    void the_loss_is_told_once_and_at_the_deadline() {
        Lease lease = taken();
        timer.pass(COUNTED.minusMillis(1));
        assertTrue(lease.isHeld());
        assertEquals(0, told.get());

        timer.pass(Duration.ofMillis(1));

        assertEquals(1, told.get());
        assertFalse(lease.isHeld());
        timer.pass(TEN);
        assertThrows(LeaseLost.class, lease::ensureHeld);
        assertFalse(lease.release());
        assertEquals(1, told.get());
        assertEquals(List.of("acquire"), store.calls);
    }

    @Test
    void after_a_pause_of_all_threads_the_first_look_says_lost() {
        Lease lease = taken();
        timer.passUnnoticed(COUNTED);

        assertFalse(lease.isHeld());
        assertEquals(1, told.get());
    }

    @Test
    void while_the_monotonic_clock_stood_still_the_wall_clock_counts() {
        Lease lease = taken();
        timer.setWallClock(COUNTED);

        assertEquals(Duration.ZERO, lease.remaining());
        assertEquals(1, told.get());
    }

    @Test
    void a_wall_clock_that_is_set_back_lengthens_nothing() {
        Lease lease = taken();
        timer.setWallClock(Duration.ofHours(-1));
        timer.pass(COUNTED.minusMillis(1));
        assertTrue(lease.isHeld());

        timer.pass(Duration.ofMillis(1));

        assertEquals(1, told.get());
    }

    @Test
    void an_acquisition_without_a_reply_is_repeated_with_the_same_token() {
        store.script.addAll(List.of(Fate.REPLY_LOST, Fate.REQUEST_LOST));

        Lease lease = taken();

        assertEquals(List.of("acquire", "acquire", "acquire"), store.calls);
        assertEquals(1, Set.copyOf(store.tokens).size());
        assertEquals(new Fence(1), lease.fence());
    }

    @Test
    void an_acquisition_is_repeated_twice_and_within_the_leases_time() {
        store.script.addAll(List.of(Fate.REPLY_LOST, Fate.REPLY_LOST, Fate.REPLY_LOST));
        StoreFailure failure = assertThrows(StoreFailure.class, this::taken);
        assertEquals(FailureKind.CONNECTION_LOST, failure.kind());
        assertEquals(List.of("acquire", "acquire", "acquire", "release"), store.calls);

        store.calls.clear();
        store.onTheWay = () -> timer.passUnnoticed(TEN);
        store.script.add(Fate.REPLY_LOST);
        assertThrows(StoreFailure.class, this::taken);
        assertEquals(List.of("acquire", "release"), store.calls);
    }

    @Test
    void what_was_granted_to_nobody_is_given_back_by_its_token_as_soon_as_the_store_answers() {
        store.script.addAll(List.of(Fate.REPLY_LOST, Fate.NO_CONNECTION, Fate.NO_CONNECTION, Fate.REPLY_LOST));
        StoreFailure failure = assertThrows(StoreFailure.class, () -> leases.tryAcquire(NAME, Duration.ofHours(24)));
        assertEquals(FailureKind.UNAVAILABLE, failure.kind());
        assertEquals(List.of("acquire", "acquire", "release"), store.calls);
        assertTrue(store.holder.isPresent());

        timer.pass(Duration.ofMillis(100));
        timer.pass(Duration.ofMillis(200));

        assertEquals(List.of("acquire", "acquire", "release", "release", "release"), store.calls);
        assertEquals(1, Set.copyOf(store.tokens).size());
        assertEquals(Optional.empty(), store.holder);
        timer.pass(Duration.ofHours(24));
        assertEquals(5, store.calls.size());
    }

    @Test
    void what_cannot_be_given_back_is_asked_for_more_and_more_rarely_and_not_after_its_time() {
        store.script.add(Fate.REPLY_LOST);
        store.onTheWay = () -> store.script.add(Fate.NO_CONNECTION);
        assertThrows(StoreFailure.class, this::taken);

        timer.pass(TEN.multipliedBy(10));

        assertTrue(store.calls.size() > 5 && store.calls.size() < 12, store.calls::toString);
    }

    @Test
    void a_wait_that_ends_in_a_failure_is_told_too() {
        List<LockKind> waited = new ArrayList<>();
        Leases observed = Leases.over(store)
                .threads(timer, timer)
                .clock(timer)
                .observer(new LockObserver() {
                    @Override
                    public void waited(LockKind kind, Duration time) {
                        waited.add(kind);
                    }
                })
                .build();
        store.script.add(Fate.NO_CONNECTION);
        assertThrows(StoreFailure.class, () -> observed.tryAcquire(NAME, TEN));
        assertEquals(List.of(LockKind.LEASE), waited);
    }

    @Test
    void an_interrupted_acquisition_is_not_repeated_and_what_it_may_have_got_is_given_back() {
        store.script.add(Fate.REPLY_LOST);
        Thread.currentThread().interrupt();
        assertThrows(StoreFailure.class, this::taken);
        assertTrue(Thread.interrupted());

        assertEquals(List.of("acquire", "release"), store.calls);
        assertEquals(Optional.empty(), store.holder);
    }

    @Test
    void a_lost_lease_whose_longer_renewal_may_be_in_force_is_given_back() {
        Lease lease = taken();
        store.script.addAll(List.of(Fate.REPLY_LOST, Fate.NO_CONNECTION));
        assertThrows(StoreFailure.class, () -> lease.renew(Duration.ofHours(1)));
        assertEquals(List.of("acquire", "renew", "renew"), store.calls);

        timer.pass(TEN);

        assertEquals(1, told.get());
        assertEquals(List.of("acquire", "renew", "renew", "release"), store.calls);
        assertEquals(Optional.empty(), store.holder);
    }

    @Test
    void a_lease_that_could_not_be_released_when_it_was_closed_is_given_back() {
        Lease lease = taken();
        store.script.add(Fate.NO_CONNECTION);
        lease.close();

        assertEquals(List.of("acquire", "release", "release"), store.calls);
        assertEquals(Optional.empty(), store.holder);
    }

    @Test
    void an_acquisition_for_which_no_connection_was_had_is_not_repeated() {
        store.script.add(Fate.NO_CONNECTION);

        assertThrows(StoreFailure.class, this::taken);

        assertEquals(1, store.calls.size());
    }

    @Test
    void what_is_granted_too_late_is_given_back() {
        store.onTheWay = () -> timer.passUnnoticed(TEN);

        assertThrows(LeaseLost.class, () -> leases.tryAcquire(NAME, TEN));

        assertEquals(List.of("acquire", "release"), store.calls);
        assertEquals(Optional.empty(), store.holder);
    }

    @Test
    void a_release_whose_reply_was_lost_was_a_release() {
        Lease lease = taken();
        store.script.add(Fate.REPLY_LOST);

        assertTrue(lease.release());

        assertEquals(List.of("acquire", "release", "release"), store.calls);
        assertTrue(lease.release(), "the answer is given again");
        assertEquals(3, store.calls.size());
    }

    @Test
    void a_release_that_failed_ends_the_holding_and_can_be_repeated() {
        Lease lease = taken();
        store.script.addAll(List.of(Fate.NO_CONNECTION));
        assertThrows(StoreFailure.class, lease::release);
        assertFalse(lease.isHeld());

        assertTrue(lease.release());

        timer.pass(TEN);
        assertEquals(0, told.get(), "who has released it is not told of its end");
    }

    @Test
    void a_release_that_cannot_be_told_from_an_expiry_is_none() {
        Lease lease = taken();
        store.script.add(Fate.REPLY_LOST);
        store.onTheWay = () -> timer.passUnnoticed(TEN);
        assertThrows(StoreFailure.class, lease::release);

        assertFalse(lease.release());
    }

    @Test
    void a_shorter_renewal_whose_reply_was_lost_may_be_in_force() {
        Lease lease = taken();
        store.script.add(Fate.NO_CONNECTION);

        assertThrows(StoreFailure.class, () -> lease.renew(Duration.ofSeconds(1)));

        assertEquals(Duration.ofMillis(988), lease.remaining());
    }

    @Test
    void a_longer_renewal_that_failed_lengthens_nothing() {
        Lease lease = taken();
        timer.pass(Duration.ofSeconds(1));
        store.script.add(Fate.NO_CONNECTION);

        assertThrows(StoreFailure.class, () -> lease.renew(Duration.ofSeconds(20)));

        assertEquals(COUNTED.minusSeconds(1), lease.remaining());
    }

    @Test
    void a_renewal_that_is_granted_after_the_loss_is_given_back() {
        Lease lease = taken();
        store.onTheWay = () -> timer.pass(TEN);

        assertFalse(lease.renew(Duration.ofMinutes(1)));

        assertEquals(1, told.get());
        assertEquals(List.of("acquire", "renew", "release"), store.calls);
        assertEquals(Optional.empty(), store.holder);
    }

    @Test
    void it_is_renewed_at_every_third_of_its_time_and_never_beyond_the_hard_maximum() {
        Lease lease = taken();
        lease.keepAlive(Duration.ofSeconds(15));

        timer.pass(Duration.ofSeconds(60));

        assertEquals(1, told.get());
        assertEquals(List.of("acquire", "renew", "renew"), store.calls);
        Duration last = store.times.get(2).value();
        assertTrue(last.compareTo(Duration.ofSeconds(9)) < 0, last::toString);
        assertTrue(last.compareTo(Duration.ofSeconds(8)) > 0, last::toString);
    }

    @Test
    void it_can_be_kept_alive_at_the_last_moment_and_after_a_shorter_renewal() {
        Lease lease = taken();
        timer.pass(COUNTED.minusMillis(100));
        lease.keepAlive(Duration.ofHours(1));
        timer.pass(Duration.ofMinutes(1));
        assertTrue(lease.isHeld());

        assertTrue(lease.renew(Duration.ofSeconds(1)));

        timer.pass(Duration.ofMinutes(1));
        assertTrue(lease.isHeld());
        assertEquals(0, told.get());
    }

    @Test
    void a_renewal_that_fails_is_tried_again_while_there_is_time() {
        Lease lease = taken();
        lease.keepAlive(Duration.ofHours(1));
        store.script.addAll(List.of(Fate.NO_CONNECTION, Fate.NO_CONNECTION));

        timer.pass(TEN);

        assertTrue(lease.isHeld());
        assertEquals(0, told.get());
    }

    @Test
    void a_store_that_stays_away_is_asked_a_few_times_and_not_after_the_deadline() {
        Lease lease = taken();
        lease.keepAlive(Duration.ofHours(1));
        store.onTheWay = () -> store.script.add(Fate.NO_CONNECTION);

        timer.pass(COUNTED);

        assertFalse(lease.isHeld());
        assertEquals(1, told.get());
        int asked = store.calls.size();
        assertTrue(asked > 4 && asked < 40, () -> "asked " + asked + " times");
        timer.pass(TEN);
        assertEquals(asked, store.calls.size());
    }

    @Test
    void a_renewal_that_is_refused_is_a_loss() {
        Lease lease = taken();
        lease.keepAlive(Duration.ofHours(1));
        store.holder = Optional.of(Token.random());

        timer.pass(Duration.ofSeconds(4));

        assertEquals(1, told.get());
        assertFalse(lease.isHeld());
        assertFalse(lease.release());
    }

    @Test
    void an_action_that_throws_keeps_no_other_from_running() {
        Lease lease = leases.tryAcquire(NAME, TEN).orElseThrow();
        lease.onLost(() -> {
            throw new IllegalStateException("the action is broken");
        });
        lease.onLost(told::incrementAndGet);

        timer.pass(TEN);

        assertEquals(1, told.get());
    }

    @Test
    void closed_leases_give_none_and_tell_those_who_hold_some() {
        Lease lease = taken();

        leases.close();

        assertEquals(1, told.get());
        assertFalse(lease.isHeld());
        assertThrows(IllegalStateException.class, () -> leases.tryAcquire(NAME, TEN));
        assertThrows(IllegalStateException.class, () -> leases.holders(1));
    }
}
