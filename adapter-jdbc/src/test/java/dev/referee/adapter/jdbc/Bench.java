package dev.referee.adapter.jdbc;

import dev.referee.application.command.CommandEngine;
import dev.referee.application.command.CommandRequest;
import dev.referee.application.lock.LockAnswer;
import dev.referee.application.lock.LockWait;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.Change;
import dev.referee.application.port.OutboxEvent;
import dev.referee.application.port.StoredOperation;
import dev.referee.application.port.UnitOfWork;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Decision;
import dev.referee.domain.command.Event;
import dev.referee.domain.command.Json;
import dev.referee.domain.command.Namespace;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import dev.referee.domain.command.TypeName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/** Values for tests on accounts. */
final class Bench {

    static final Namespace NAMESPACE = new Namespace("billing.account");
    static final Subject ONE = new Subject("one");
    static final Actor OWNER = new Actor("owner", "o-1");
    static final TypeName DEPOSIT = new TypeName("account.deposit", 1);
    static final Duration LIMIT = Duration.ofSeconds(10);
    static final Instant AT = Instant.parse("2026-03-29T01:30:00.123457Z");

    private Bench() {}

    static OperationKey key(String id) {
        return new OperationKey(NAMESPACE, ONE, new OperationId(id));
    }

    static Account lock(UnitOfWork unit, Account.Store store, LockWait wait, String... operations) {
        return answer(unit, store, wait, operations)
                .fold(
                        state -> state,
                        () -> {
                            throw new AssertionError("absent");
                        },
                        () -> {
                            throw new AssertionError("busy");
                        });
    }

    /** The account as a transaction has locked it. */
    static Account lockedBy(Transactions.Transaction tx, Account.Store store) {
        Supplier<Account> not = () -> {
            throw new AssertionError("the account could not be locked");
        };
        return tx.lock(store, ONE, LockWait.upTo(Duration.ofSeconds(1))).fold(account -> account, not, not);
    }

    static LockAnswer<Account> answer(UnitOfWork unit, Account.Store store, LockWait wait, String... operations) {
        Set<OperationKey> keys = new HashSet<>();
        for (String operation : operations) {
            keys.add(key(operation));
        }
        return unit.lock(store, ONE, wait, keys).answer();
    }

    static Change<Account> change(Account.Store store, Optional<Account> before, Account next, String operation) {
        return new Change<>(
                store,
                before,
                next,
                new AuditEntry(
                        NAMESPACE, ONE, next.revision(), DEPOSIT.name(), OWNER, Optional.of(new Reason("why")), AT),
                new StoredOperation(
                        key(operation),
                        ONE,
                        OWNER,
                        DEPOSIT,
                        "0".repeat(64),
                        UUID.randomUUID().toString(),
                        next.revision(),
                        Optional.of(new Json("{\"z\":1, \"a\":\"\\u0041\"}")),
                        AT),
                new OutboxEvent(
                        UUID.randomUUID(), NAMESPACE, ONE, next.revision(), new Event(DEPOSIT, new Json("{}")), AT));
    }

    static CommandEngine engine(Adapter adapter) {
        return CommandEngine.over(adapter).lockWait(Duration.ofMillis(500)).build();
    }

    static Outcome deposit(CommandEngine engine, Account.Store store, String operation, long cents) {
        return depositOn(ONE.value(), engine, store, operation, cents);
    }

    static Outcome depositOn(String account, CommandEngine engine, Account.Store store, String operation, long cents) {
        OperationKey key = new OperationKey(NAMESPACE, new Subject(account), new OperationId(operation));
        return engine.execute(
                CommandRequest.of(key, OWNER, DEPOSIT),
                store,
                (state, at) -> Decision.accept(
                        state.with(state.cents() + cents), new Event(DEPOSIT, new Json("{}")), new Json("true")));
    }

    static Account opened() {
        return new Account(ONE.value(), Revision.FIRST, 100, "note");
    }
}
