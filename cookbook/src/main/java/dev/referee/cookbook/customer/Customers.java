package dev.referee.cookbook.customer;

import dev.referee.application.lock.Fence;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.port.AggregateStore;
import java.time.Duration;
import java.util.Optional;

/** Keeps customers up to date. Safe for many threads. */
public final class Customers {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final LockWait WAIT = LockWait.upTo(Duration.ofSeconds(2));

    private final Transactions transactions;
    private final AggregateStore<Customer> store;
    private final Leases leases;
    private final Duration leaseTime;
    private final Directory directory;

    /** Leases a customer for this time: longer than the directory ever takes, and no longer than others can wait if this process dies. */
    public Customers(
            Transactions transactions,
            AggregateStore<Customer> store,
            Leases leases,
            Duration leaseTime,
            Directory directory) {
        this.transactions = transactions;
        this.store = store;
        this.leases = leases;
        this.leaseTime = leaseTime;
        this.directory = directory;
    }

    public void add(CustomerId id) {
        transactions.run(LIMIT, t -> {
            t.insert(store, Customer.unknown(id));
            return id;
        });
    }

    public Optional<Customer> find(CustomerId id) {
        return transactions.run(LIMIT, t -> t.read(store, id.subject()));
    }

    // sample: refresh
    /** Asks the directory, unless somebody else is just doing so, and writes what it says. */
    public RefreshAnswer refresh(CustomerId id) {
        Optional<Lease> held = leases.tryAcquire(id.leaseName(), leaseTime);
        if (held.isEmpty()) {
            return new RefreshAnswer.InProgress();
        }
        try (Lease lease = held.get()) {
            String profile = directory.profileOf(id); // slow: no transaction is open, no connection taken
            return write(id, profile, lease.fence());
        }
    }

    /** It does not matter whether the lease is still held: the row itself refuses who comes too late. */
    private RefreshAnswer write(CustomerId id, String profile, Fence fence) {
        return transactions.run(
                LIMIT,
                t -> t.lock(store, id.subject(), WAIT)
                        .fold(
                                customer -> customer.refreshed(profile, fence)
                                        .map(next -> written(t, customer, next))
                                        .orElseGet(() -> new RefreshAnswer.Overtaken(customer)),
                                RefreshAnswer.NoSuchCustomer::new,
                                () -> {
                                    throw new CustomerBusy(id);
                                }));
    }

    private RefreshAnswer written(Transaction t, Customer before, Customer next) {
        if (!t.update(store, before, next)) {
            throw new IllegalStateException("customer " + before.id().number() + " was changed under its lock");
        }
        return new RefreshAnswer.Refreshed(next);
    }
    // end
}
