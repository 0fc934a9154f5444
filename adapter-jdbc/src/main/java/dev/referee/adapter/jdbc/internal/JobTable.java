package dev.referee.adapter.jdbc.internal;

import dev.referee.adapter.jdbc.Row;
import dev.referee.adapter.jdbc.Sql;
import dev.referee.adapter.jdbc.dialect.Dialect;
import dev.referee.application.lock.Token;
import dev.referee.application.queue.JobId;
import dev.referee.application.queue.NewJob;
import dev.referee.application.queue.QueueName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The table of jobs, as statements. {@code claimable_at} is the due time of a free job and the lease's end of a claimed one: what is due and
 * what has run out are found by one condition on one index. {@code due_at} remembers the place in the queue, for a job that is given back. A
 * finished job is deleted, so that nobody ever walks over it.
 */
final class JobTable {

    static final String ID = "id";
    static final String PAYLOAD = "payload";
    static final String ATTEMPT = "attempt";
    static final String CLAIMABLE_AT = "claimable_at";

    private static final String INDEX = "job_claimable";

    /** The queue is in the order too, so that each server sees that the order is the index's. */
    private static final String ORDER = " ORDER BY queue, claimable_at, id LIMIT ?";

    private final String insert;
    private final String insertDue;
    private final String due;
    private final String candidates;
    private final String candidatesAfter;
    private final String stillDue;
    private final String mark;
    private final String renew;
    private final String giveBack;
    private final String retryAfter;
    private final String delete;

    JobTable(Tables tables, Dialect dialect) {
        String job = tables.name("job");
        String byIndex = job + dialect.byIndex(tables.prefix() + INDEX);
        String byKey = job + dialect.byKey();
        String now = dialect.now();
        String later = dialect.nowPlusMicros();
        String isDue = " WHERE queue = ? AND claimable_at <= " + now;
        String isTokens = " WHERE id = ? AND token = ?";

        this.insert = "INSERT INTO " + job + " (queue, due_at, claimable_at, attempt, payload) VALUES (?, " + now + ", "
                + now + ", 0, ?)";
        this.insertDue =
                "INSERT INTO " + job + " (queue, due_at, claimable_at, attempt, payload) VALUES (?, ?, ?, 0, ?)";
        this.due = "SELECT id, claimable_at, attempt, payload FROM " + byIndex + isDue + ORDER;
        this.candidates = "SELECT id, claimable_at FROM " + byIndex + isDue + ORDER;
        this.candidatesAfter = "SELECT id, claimable_at FROM " + byIndex + isDue
                + " AND claimable_at >= ? AND (claimable_at > ? OR id > ?)" + ORDER;
        this.stillDue = "SELECT id, claimable_at, attempt, payload FROM " + byKey
                + " WHERE id IN (%s) AND claimable_at <= " + now;
        this.mark = "UPDATE " + byKey + " SET token = ?, claimable_at = " + later
                + ", attempt = attempt + 1 WHERE id IN (%s) AND claimable_at <= " + now;
        this.renew = "UPDATE " + job + " SET claimable_at = " + later + isTokens;
        this.giveBack = "UPDATE " + job + " SET token = NULL, claimable_at = due_at, attempt = attempt - 1" + isTokens;
        this.retryAfter =
                "UPDATE " + job + " SET token = NULL, claimable_at = " + later + ", due_at = " + later + isTokens;
        this.delete = "DELETE FROM " + job + isTokens;
    }

    Sql insert(NewJob job) {
        String queue = job.queue().value();
        return job.due()
                .map(at -> Sql.of(insertDue, queue, at, at, job.payload()))
                .orElseGet(() -> Sql.of(insert, queue, job.payload()));
    }

    /** The jobs that can be claimed, oldest first; to be locked as they are read. */
    Sql due(QueueName queue, int limit) {
        return Sql.of(due, queue.value(), limit);
    }

    /** The same, to be looked at only. */
    Sql candidates(QueueName queue, int limit) {
        return Sql.of(candidates, queue.value(), limit);
    }

    Sql candidatesAfter(QueueName queue, Row last, int limit) {
        Instant at = last.instant(CLAIMABLE_AT);
        return Sql.of(candidatesAfter, queue.value(), at, at, last.number(ID), limit);
    }

    /** Those of the jobs that can still be claimed; to be locked as they are read. */
    Sql stillDue(List<Long> ids) {
        return withIds(stillDue, List.of(), ids);
    }

    /** Gives the token to jobs that are locked, if they can still be claimed. */
    Sql mark(List<Long> ids, Token token, long micros) {
        return withIds(mark, List.of(token.value(), micros), ids);
    }

    Sql renew(JobId job, Token token, long micros) {
        return Sql.of(renew, micros, job.value(), token.value());
    }

    Sql giveBack(JobId job, Token token) {
        return Sql.of(giveBack, job.value(), token.value());
    }

    Sql retryAfter(JobId job, Token token, long micros) {
        return Sql.of(retryAfter, micros, micros, job.value(), token.value());
    }

    Sql delete(JobId job, Token token) {
        return Sql.of(delete, job.value(), token.value());
    }

    /** The last id fills the list up to a power of two, so that drivers keep few different statements. */
    private static Sql withIds(String template, List<Object> before, List<Long> ids) {
        List<Object> parameters = new ArrayList<>(before);
        parameters.addAll(ids);
        int marks = Integer.highestOneBit(Math.max(1, ids.size() * 2 - 1));
        parameters.addAll(Collections.nCopies(marks - ids.size(), ids.get(ids.size() - 1)));
        return Sql.of(template.formatted(String.join(", ", Collections.nCopies(marks, "?"))), parameters.toArray());
    }
}
