package dev.referee.cookbook.order;

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
import dev.referee.cookbook.naive.NaiveOrders;
import dev.referee.domain.command.InvalidValue;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two add a line to one order, whose total stands on the order. */
class OrderTest extends RecipeTest {

    private static final int ORDERS = 4;

    private final OrderId id = new OrderId(Kitchen.fresh());

    private Orders orders() {
        return new Orders(transactions(), kitchen.choose(new SqlOrders(), InMemoryOrders.STORE));
    }

    private long storedTotal(OrderId order) {
        return kitchen.hasSql()
                ? kitchen.ask("SELECT total_cents FROM purchase_order WHERE id = " + order.number())
                : orders().find(order).orElseThrow().totalCents();
    }

    private long sumOfLines(OrderId order) {
        return orders().find(order).orElseThrow().totalCents();
    }

    @ConcurrencyTest
    void naive_the_total_lacks_one_of_two_lines() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        NaiveOrders naive = new NaiveOrders(kitchen.pool(), () -> Crew.awaitAll(bothHaveRead));
        orders().open(id);

        List<Boolean> added = crew.atOnce(2, i -> naive.add(id.number(), i + 1, "tea", i == 0 ? 300 : 500));

        Measured.note(
                "order, naive, lines of 300 and 500",
                engine,
                added.stream().filter(each -> each).count() + " added, lines " + sumOfLines(id) + ", total "
                        + storedTotal(id));
        if (kitchen.permitsLostUpdates()) {
            assertEquals(List.of(true, true), added);
            assertEquals(800, sumOfLines(id));
            assertTrue(List.of(300L, 500L).contains(storedTotal(id)));
        } else {
            assertEquals(1, added.stream().filter(each -> each).count());
            assertEquals(sumOfLines(id), storedTotal(id));
        }
    }

    /** InnoDB's foreign key locks the order for each of the two lines, and neither can then write the total. */
    @ConcurrencyTest
    void naive_the_line_first_is_no_better() {
        CyclicBarrier bothHaveRead = new CyclicBarrier(2);
        boolean oneWriter = !kitchen.permitsLostUpdates();
        NaiveOrders naive = new NaiveOrders(kitchen.pool(), oneWriter ? () -> {} : () -> Crew.awaitAll(bothHaveRead));
        orders().open(id);

        List<Boolean> added = crew.atOnce(2, i -> naive.addLineFirst(id.number(), i + 1, "tea", i == 0 ? 300 : 500));

        long lines = added.stream().filter(each -> each).count();
        Measured.note(
                "order, naive, the line first",
                engine,
                lines + " added, lines " + sumOfLines(id) + ", total " + storedTotal(id));
        if (engine.engine().startsWith("m")) {
            assertEquals(1, lines, "one of the two is a deadlock's victim");
            assertEquals(sumOfLines(id), storedTotal(id));
        } else if (!oneWriter) {
            assertEquals(2, lines);
            assertTrue(storedTotal(id) < sumOfLines(id));
        }
    }

    @ConcurrencyTest
    void the_second_waits_and_adds_to_what_the_first_has_left() {
        Orders orders = orders();
        orders.open(id);

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<OrderAnswer> first = crew.start(() -> orders.add(id, new Line("tea", 300)));
        commit.awaitReached();
        Future<OrderAnswer> second = crew.start(() -> orders.add(id, new Line("rice", 500)));
        awaitBlocked(second);
        commit.release();

        assertEquals(300, total(Crew.join(first)));
        assertEquals(800, total(Crew.join(second)));
        assertEquals(800, storedTotal(id));
        assertEquals(
                List.of(new Line("tea", 300), new Line("rice", 500)),
                orders.find(id).orElseThrow().lines());
    }

    @ConcurrencyTest
    void a_line_that_comes_while_the_order_is_placed_is_refused() {
        Orders orders = orders();
        orders.open(id);
        orders.add(id, new Line("tea", 300));

        Stop commit = kitchen.steps.stopAt(Step.COMMIT);
        Future<OrderAnswer> place = crew.start(() -> orders.place(id));
        commit.awaitReached();
        Future<OrderAnswer> add = crew.start(() -> orders.add(id, new Line("rice", 500)));
        awaitBlocked(add);
        commit.release();

        assertEquals(300, total(Crew.join(place)));
        assertInstanceOf(OrderAnswer.PlacedAlready.class, Crew.join(add));
        assertEquals(300, storedTotal(id));
        assertEquals(300, sumOfLines(id));
    }

    @Test
    void an_order_that_is_not_there_takes_no_line() {
        assertEquals(new OrderAnswer.NoSuchOrder(), orders().add(id, new Line("tea", 300)));
    }

    @Test
    void bad_input_is_refused_before_the_store_is_asked() {
        assertThrows(InvalidValue.class, () -> new OrderId(0));
        assertThrows(InvalidValue.class, () -> new Line("", 1));
        assertThrows(InvalidValue.class, () -> new Line("x".repeat(101), 1));
        assertThrows(InvalidValue.class, () -> new Line("tea", -1));
    }

    @ConcurrencyTest
    @Tag("storm")
    void naive_storm_loses_parts_of_the_total() {
        Storm storm = kitchen.storm();
        NaiveOrders naive = new NaiveOrders(kitchen.pool(), storm.firstRound());
        orders().open(id);

        Storm.Result result = storm.blow(
                crew,
                (thread, number) -> naive.add(id.number(), thread * storm.operations() + number + 1, "tea", 1)
                        ? Storm.End.DONE
                        : Storm.End.REFUSED);

        long lost = sumOfLines(id) - storedTotal(id);
        assertEquals(result.done(), sumOfLines(id));
        Measured.storm("order, naive", engine, storm, result, lost);
        assertDamage(storm, result, lost);
    }

    @ConcurrencyTest
    @Tag("storm")
    void storm_leaves_totals_that_are_the_sums() {
        Storm storm = kitchen.storm();
        Orders orders = orders();
        List<OrderId> ids = LongStream.range(0, ORDERS)
                .mapToObj(i -> new OrderId(Kitchen.fresh()))
                .toList();
        ids.forEach(orders::open);

        Storm.Result result = storm.blow(
                crew,
                (thread, number) -> orders.add(ids.get(number % ORDERS), new Line("tea", 1))
                        .fold(changed -> Storm.End.DONE, placed -> Storm.End.REFUSED, () -> Storm.End.REFUSED));

        long lost = ids.stream()
                .mapToLong(order -> sumOfLines(order) - storedTotal(order))
                .sum();
        Measured.storm("order", engine, storm, result, lost);
        assertEquals(storm.operations(), result.done());
        for (OrderId order : ids) {
            assertEquals(sumOfLines(order), storedTotal(order));
        }
        assertEquals(
                storm.operations(), ids.stream().mapToLong(this::storedTotal).sum());
    }

    @Test
    void round_trips() {
        countRoundTrips("order, add a line", 7, 9, adapter -> {
            Orders orders = new Orders(Transactions.over(adapter), new SqlOrders());
            orders.open(id);
            return () -> orders.add(id, new Line("tea", 1));
        });
    }

    private static long total(OrderAnswer answer) {
        return answer.fold(Order::totalCents, placed -> -1L, () -> -1L);
    }
}
