package dev.referee.cookbook.wallet;

import dev.referee.acceptance.sql.SqlDatabase;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;

/** The main class of a process that is told of one payment, says where it is once it has come there, and waits for its end. */
public final class DoomedTill {

    static final String AT = "AT ";

    private static final PrintStream OUT = System.out;

    private DoomedTill() {}

    /**
     * Runs.
     *
     * @param args where the database is, the point to stop at, whether to go without a receipt, the payment's name, the wallet, the cents
     */
    public static void main(String[] args) {
        Point stop = Point.valueOf(args[1]);
        Payment payment = new Payment(args[3], new WalletId(Long.parseLong(args[4])), Long.parseLong(args[5]));
        Till till = Till.open(SqlDatabase.at(args[0]), point -> {
            if (point == stop) {
                OUT.println(AT + point);
                OUT.flush();
                waitForTheEnd();
            }
        });
        if (Boolean.parseBoolean(args[2])) {
            till.handleNaively(payment);
        } else {
            till.handle(payment);
        }
        OUT.println("came to the end");
        OUT.flush();
        waitForTheEnd();
    }

    /** Never returns while the parent lives. */
    private static void waitForTheEnd() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(1);
    }
}
