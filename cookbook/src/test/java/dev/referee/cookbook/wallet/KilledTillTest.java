package dev.referee.cookbook.wallet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.referee.acceptance.crash.ChildJvm;
import dev.referee.acceptance.servers.TestServers;
import dev.referee.acceptance.sql.SqlDatabase;
import dev.referee.application.idempotency.ActionResult;
import dev.referee.cookbook.kitchen.Kitchen;
import dev.referee.cookbook.kitchen.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The process that credits a payment is killed, and the provider tells of the payment again. */
@ParameterizedClass(name = "{0}")
@MethodSource("engines")
@Timeout(120)
class KilledTillTest {

    private static final long CENTS = 3_000;
    private static final long OTHERS = 70;

    @Parameter
    private TestServers engine = TestServers.H2;

    private SqlDatabase database;
    private final WalletId wallet = new WalletId(Kitchen.fresh());
    private final Payment payment = new Payment("pay_Kq" + wallet.number(), wallet, CENTS);

    static Stream<TestServers> engines() {
        return Stream.of(TestServers.values())
                .filter(server -> server != TestServers.IN_MEMORY && server != TestServers.POSTGRESQL_14);
    }

    @BeforeEach
    void create() {
        Kitchen.abortUnlessRun(engine);
        database = SqlDatabase.createDurable(engine);
        database.execute(List.of(SqlWallets.TABLE, SqlReceipts.TABLE, SqlReceipts.UNIQUE));
        inThisProcess(till -> {
            till.open(wallet);
            return true;
        });
    }

    @AfterEach
    void drop() {
        if (database != null) {
            database.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_payment_is_credited_once_and_has_one_receipt_wherever_the_process_is_killed(Point point) {
        killAt(point, false);
        assertEquals(point.isAfterTheEffect() ? CENTS : 0, balance());

        PaymentAnswer before = inThisProcess(till -> till.handle(payment));
        if (point.isPending()) {
            assertEquals(new PaymentAnswer.InProgress(), before);
        } else {
            credited(before);
        }
        // A receipt that is made anew would tell another balance from now on.
        credited(inThisProcess(till -> till.handle(new Payment("another", wallet, OTHERS))));
        database.advanceClaims(Till.TIME_TO_LIVE);
        ActionResult first = credited(inThisProcess(till -> till.handle(payment)));
        if (!point.isPending()) {
            assertEquals(credited(before), first);
        }
        assertEquals(first, credited(inThisProcess(till -> till.handle(payment))), "replayed");
        database.advanceClaims(Till.TIME_TO_LIVE);
        assertEquals(first, credited(inThisProcess(till -> till.handle(payment))), "claimed again");

        assertEquals(CENTS + OTHERS, balance());
        assertEquals(List.of("2"), database.ask("SELECT COUNT(*) FROM wallet_receipt"));
        Measured.note("payment, credited when killed " + point, engine, "1 times");
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_COMMIT", "BEFORE_THE_RECORD"})
    void naive_a_payment_is_credited_twice_if_the_process_is_killed_before_the_record(Point point) {
        killAt(point, true);

        database.advanceClaims(Till.TIME_TO_LIVE);
        inThisProcess(till -> till.handleNaively(payment));

        long times = balance() / CENTS;
        assertEquals(point.isAfterTheEffect() ? 2 : 1, times);
        Measured.note("payment, naive, credited when killed " + point, engine, times + " times");
    }

    private void killAt(Point point, boolean naive) {
        try (ChildJvm doomed = ChildJvm.running(
                DoomedTill.class,
                database.where(),
                point.name(),
                Boolean.toString(naive),
                payment.id(),
                Long.toString(wallet.number()),
                Long.toString(payment.cents()))) {
            doomed.awaitLine(DoomedTill.AT + point);
            doomed.kill();
        }
    }

    /** On connections that are closed again at once, so that a file is the killed process' own. */
    private <T> T inThisProcess(Function<Till, T> work) {
        try (Till till = Till.open(database, point -> {})) {
            return work.apply(till);
        }
    }

    private long balance() {
        return inThisProcess(till -> till.balance(wallet));
    }

    private static ActionResult credited(PaymentAnswer answer) {
        ActionResult receipt =
                assertInstanceOf(PaymentAnswer.Credited.class, answer).receipt();
        assertNotEquals(ActionResult.NULL, receipt);
        return receipt;
    }
}
