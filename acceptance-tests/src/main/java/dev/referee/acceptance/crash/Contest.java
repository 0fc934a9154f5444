package dev.referee.acceptance.crash;

import dev.referee.acceptance.account.Account;
import dev.referee.acceptance.engine.Member;
import dev.referee.acceptance.engine.Node;
import dev.referee.application.lock.Lease;
import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockName;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.lock.Transactions.Transaction;
import dev.referee.application.queue.Claim;
import dev.referee.application.queue.Jobs;
import dev.referee.application.queue.QueueName;
import dev.referee.application.retry.RetryPolicy;
import dev.referee.domain.command.Subject;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.FeeLine;
import dev.referee.domain.permit.PermitCase;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.opentest4j.AssertionFailedError;

/** What two processes compete for: the same work under one kind of lock, one round after the other. Each round adds one. */
public enum Contest {
    /** The row's lock. */
    ROW {
        @Override
        void round(Node node, Runnable whileHeld) {
            inTransaction(node, tx -> {
                Account account = locked(tx.lock(node.accounts(), ACCOUNT, WAIT));
                mustBeUpdated(tx.update(node.accounts(), account, oneMore(account)));
                whileHeld.run();
            });
        }
    },

    /** The version column: who is late reads again. */
    VERSION {
        @Override
        void round(Node node, Runnable whileHeld) {
            boolean[] updated = {false};
            while (!updated[0]) {
                inTransaction(node, tx -> {
                    Account account = tx.read(node.accounts(), ACCOUNT).orElseThrow();
                    updated[0] = tx.update(node.accounts(), account, oneMore(account));
                    if (updated[0]) {
                        whileHeld.run();
                    }
                });
            }
        }
    },

    /** The parent's row, for a child that is inserted. */
    PARENT {
        @Override
        void round(Node node, Runnable whileHeld) {
            inTransaction(node, tx -> {
                PermitCase parent = locked(tx.lock(node.adapter().permitCases(), CASE.subject(), WAIT));
                mustBeUpdated(tx.update(node.adapter().permitCases(), parent, oneMoreLine(parent)));
                whileHeld.run();
            });
        }
    },

    /** A name that is locked until the transaction ends. */
    ADVISORY {
        @Override
        void round(Node node, Runnable whileHeld) {
            inTransaction(node, tx -> {
                if (!tx.lock(NAME, LIMIT)) {
                    throw new AssertionFailedError("the name could not be locked");
                }
                Account account = tx.read(node.accounts(), ACCOUNT).orElseThrow();
                mustBeUpdated(tx.update(node.accounts(), account, oneMore(account)));
                whileHeld.run();
            });
        }
    },

    /** Values that only one can have: who takes the next one counts it. */
    UNIQUE {
        @Override
        void round(Node node, Runnable whileHeld) {
            boolean[] won = {false};
            while (!won[0]) {
                long next = read(node).cents() + 1;
                Member member =
                        new Member(UUID.randomUUID().toString(), "member-" + next + "@example.org", "m-" + next);
                won[0] = Transactions.over(node.adapter()).retrying(RETRY).run(LIMIT, tx -> {
                    boolean inserted =
                            tx.insertOrFind(node.members(), member).fold(() -> true, (guard, winner) -> false);
                    if (inserted) {
                        Account account = locked(tx.lock(node.accounts(), ACCOUNT, WAIT));
                        mustBeUpdated(tx.update(node.accounts(), account, oneMore(account)));
                        whileHeld.run();
                    }
                    return inserted;
                });
            }
        }
    },

    /** A claim, committed before the work begins, and completed with it. A round ends without a job if none can be claimed. */
    CLAIM {
        @Override
        void round(Node node, Runnable whileHeld) {
            Jobs jobs = Jobs.over(node.adapter());
            for (Claim claim : jobs.claim(QUEUE, 1, CLAIM_TIME)) {
                whileHeld.run();
                inTransaction(node, tx -> {
                    Account account = locked(tx.lock(node.accounts(), ACCOUNT, WAIT));
                    mustBeUpdated(tx.update(node.accounts(), account, oneMore(account)));
                    if (!jobs.complete(tx, claim)) {
                        throw new AssertionFailedError("the claim is lost although its time is not over");
                    }
                });
            }
        }
    },

    /** A lease of a few seconds. A round ends without it if somebody else has it for a minute. */
    LEASE {
        @Override
        void round(Node node, Runnable whileHeld) {
            try (Leases leases = Leases.over(node.adapter().leases()).build();
                    Lease lease = leases.acquire(NAME, LEASE_TIME, LIMIT).orElseThrow()) {
                lease.keepAlive(LIMIT);
                Account account = read(node);
                whileHeld.run();
                inTransaction(node, tx -> mustBeUpdated(tx.update(node.accounts(), account, oneMore(account))));
                lease.ensureHeld();
            }
        }
    };

    /** What {@link #ADVISORY} and {@link #LEASE} lock. */
    public static final LockName NAME = new LockName("contest");

    /** The jobs of {@link #CLAIM}. */
    public static final QueueName QUEUE = new QueueName("contest");

    /** Whose cents count the rounds. */
    public static final Subject ACCOUNT = new Subject("a-1");

    /** Whose fee lines count the rounds of {@link #PARENT}. */
    public static final CaseId CASE = new CaseId(62);

    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final LeaseTime CLAIM_TIME = LeaseTime.of(Duration.ofMinutes(10));
    private static final Duration LEASE_TIME = Duration.ofSeconds(5);
    private static final RetryPolicy RETRY =
            RetryPolicy.DEFAULT.withAttempts(100).withTotal(LIMIT);
    private static final LockWait WAIT = LockWait.upTo(LIMIT);

    /**
     * Takes the lock, waiting for it, adds one, and commits.
     *
     * @param whileHeld is run once while the lock is held and nothing is committed
     */
    abstract void round(Node node, Runnable whileHeld);

    /** One round that nothing disturbs. */
    public void round(Node node) {
        round(node, () -> {});
    }

    private static Account read(Node node) {
        return Transactions.over(node.adapter())
                .run(LIMIT, tx -> tx.read(node.accounts(), ACCOUNT).orElseThrow());
    }

    private static void inTransaction(Node node, Work work) {
        Transactions.over(node.adapter()).run(LIMIT, tx -> {
            work.in(tx);
            return true;
        });
    }

    private static <S> S locked(LockAnswer<S> answer) {
        Supplier<S> not = () -> {
            throw new AssertionFailedError("the row could not be locked: " + answer);
        };
        return answer.fold(state -> state, not, not);
    }

    private static Account oneMore(Account account) {
        return new Account(account.id(), account.revision().next(), account.cents() + 1);
    }

    private static PermitCase oneMoreLine(PermitCase parent) {
        int line = parent.feeLines() + 1;
        return new PermitCase(
                parent.id(),
                parent.title(),
                parent.applicant(),
                parent.status(),
                parent.revision().next(),
                parent.reviewers(),
                line,
                parent.feeTotalCents() + 1,
                Optional.of(new FeeLine(line, "line", 1)));
    }

    private static void mustBeUpdated(boolean updated) {
        if (!updated) {
            throw new AssertionFailedError("somebody else has written although the lock is held");
        }
    }

    private interface Work {
        void in(Transaction tx);
    }
}
