package dev.referee.cookbook.order;

import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.AggregateStore;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Changes orders. Every method throws {@link OrderBusy} if the order could not be had in time, and whatever {@link Transactions#run} throws.
 * Safe for many threads.
 */
public final class Orders {

    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final LockWait WAIT = LockWait.upTo(Duration.ofSeconds(5));

    private final Transactions transactions;
    private final AggregateStore<Order> store;

    public Orders(Transactions transactions, AggregateStore<Order> store) {
        this.transactions = transactions;
        this.store = store;
    }

    public void open(OrderId id) {
        transactions.run(LIMIT, t -> {
            t.insert(store, Order.empty(id));
            return id;
        });
    }

    // sample: change
    public OrderAnswer add(OrderId id, Line line) {
        return change(id, order -> order.with(line));
    }

    /** Places the order with the lines that it has at this moment; from then on it takes no more. */
    public OrderAnswer place(OrderId id) {
        return change(id, Order::asPlaced);
    }

    private OrderAnswer change(OrderId id, UnaryOperator<Order> change) {
        return transactions.run(
                LIMIT,
                t -> t.lock(store, id.subject(), WAIT)
                        .fold(
                                order -> order.placed()
                                        ? new OrderAnswer.PlacedAlready(order)
                                        : changed(t, order, change.apply(order)),
                                OrderAnswer.NoSuchOrder::new,
                                () -> {
                                    throw new OrderBusy(id);
                                }));
    }

    private OrderAnswer changed(Transaction t, Order before, Order next) {
        if (!t.update(store, before, next)) {
            throw new IllegalStateException("order " + before.id().number() + " was changed under its lock");
        }
        return new OrderAnswer.Changed(next);
    }
    // end

    /** The order as it is committed now. */
    public Optional<Order> find(OrderId id) {
        return transactions.run(LIMIT, t -> t.read(store, id.subject()));
    }
}
