package dev.referee.acceptance.crash;

import dev.referee.acceptance.account.AccountDesk;
import dev.referee.acceptance.engine.Node;
import dev.referee.acceptance.engine.NodeOptions;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.port.StepListener;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationId;
import dev.referee.domain.command.Outcome;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The main class of a process that is there to be killed. It executes withdrawals of 1 cent from one account, one after the other, and tells
 * each answer on its output; at the step that it was given it says so, and waits for its end.
 */
public final class Doomed {

    static final String AT = "AT ";
    static final String ANSWER = "ANSWER ";

    /** In place of a step: nowhere. */
    static final String NOWHERE = "NOWHERE";

    private Doomed() {}

    /**
     * Runs.
     *
     * @param args the opener's class, where, the step to halt at, the account, its revision, how many withdrawals, or 0 for an opening
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        AtomicBoolean armed = new AtomicBoolean(!args[2].equals(NOWHERE));
        StepListener halt = step -> {
            if (step.name().equals(args[2]) && armed.getAndSet(false)) {
                Child.say(AT + step);
                waitForTheEnd();
            }
        };
        Node node = Child.open(args[0], args[1], NodeOptions.DEFAULT.steps(halt));
        AccountDesk desk = new AccountDesk(CommandEngine.over(node.adapter()).build(), node.accounts());
        Subject account = new Subject(args[3]);
        long revision = Long.parseLong(args[4]);
        int withdrawals = Integer.parseInt(args[5]);
        if (withdrawals == 0) {
            Child.say(ANSWER + "open " + text(open(desk, account)));
        }
        for (int i = 0; i < withdrawals; i++) {
            Child.say(ANSWER + i + " " + text(withdraw(desk, account, revision, i)));
        }
        waitForTheEnd();
    }

    static Outcome open(AccountDesk desk, Subject account) {
        return desk.open(new OperationId("open-" + account), actor(), account, 1_000_000);
    }

    /** The withdrawal with this number, counted from 0, of those that begin at this revision. */
    static Outcome withdraw(AccountDesk desk, Subject account, long firstRevision, int number) {
        long expected = firstRevision + number;
        return desk.withdraw(new OperationId("w-" + expected), actor(), account, new Revision(expected), 1);
    }

    private static Actor actor() {
        return new Actor("owner", "o-1");
    }

    private static String text(Outcome outcome) {
        return outcome.orElseThrow().text();
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
