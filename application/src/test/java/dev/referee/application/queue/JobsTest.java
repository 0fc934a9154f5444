package dev.referee.application.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.application.lock.LeaseTime;
import dev.referee.application.lock.Token;
import dev.referee.domain.command.InvalidValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobsTest {

    private static final QueueName MAIL = new QueueName("mail");
    private static final LeaseTime MINUTE = LeaseTime.of(Duration.ofMinutes(1));

    @Test
    void a_claim_counts_its_time_from_before_it_was_asked_for() {
        Claim fresh = claim(System.nanoTime());
        assertFalse(fresh.isOver());
        assertTrue(fresh.left().compareTo(MINUTE.value()) <= 0);

        Claim old = claim(System.nanoTime() - MINUTE.value().toNanos());
        assertTrue(old.isOver());
        assertEquals(Duration.ZERO, old.left());
        assertFalse(old.renewed(MINUTE, System.nanoTime()).isOver());
    }

    @Test
    void a_claim_tells_a_log_neither_its_token_nor_what_the_job_is_about() {
        assertEquals("Claim[job=7, queue=mail, attempt=2]", claim(0).toString());
    }

    @Test
    void a_due_time_is_cut_to_microseconds() {
        NewJob job = NewJob.of(MAIL, "x").due(Instant.parse("2026-03-29T01:30:00.123456789Z"));
        assertEquals(Optional.of(Instant.parse("2026-03-29T01:30:00.123456Z")), job.due());
    }

    @Test
    void what_is_refused_is_named_with_its_limit() {
        InvalidValue payload = assertThrows(InvalidValue.class, () -> NewJob.of(MAIL, "a\u0000"));
        assertEquals(
                "payload must not hold U+0000 or a lone surrogate, but has U+0000 at index 1", payload.getMessage());
        assertThrows(InvalidValue.class, () -> new JobId(0));
        assertThrows(InvalidValue.class, () -> new QueueName("Mail"));
        assertEquals(
                NewJob.MAX_PAYLOAD_BYTES,
                NewJob.of(MAIL, "\ud83d\ude00".repeat(NewJob.MAX_PAYLOAD_BYTES / 4))
                                .payload()
                                .length()
                        * 2);
    }

    private static Claim claim(long askedAt) {
        return new Claim(new JobId(7), MAIL, "secret", Token.random(), 2, MINUTE, askedAt);
    }
}
