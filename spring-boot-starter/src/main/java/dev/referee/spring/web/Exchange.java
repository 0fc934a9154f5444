package dev.referee.spring.web;

import dev.referee.application.idempotency.Claim;
import jakarta.servlet.http.HttpServletResponse;
import java.io.Closeable;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that has claimed its key, until its answer is recorded and sent. It ends once, in whichever thread that is. */
final class Exchange implements Closeable {

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

    /** Refused before anything was done, for reasons that pass: not signed in, not allowed, too slow, too early, too often. */
    private static final Set<Integer> NOTHING_DONE = Set.of(401, 403, 408, 425, 429);

    private final FilterSettings settings;
    private final Claim claim;
    private final Optional<BufferedBody> body;
    private final boolean form;
    private final HeldResponse response;
    private final AtomicBoolean ended = new AtomicBoolean();

    Exchange(FilterSettings settings, Claim claim, ReadRequest read, HttpServletResponse response) {
        this.settings = settings;
        this.claim = claim;
        this.body = read.body();
        this.form = read.isForm();
        this.response = new HeldResponse(response, settings.maxResponse());
    }

    /** The body, unless the container has read it. */
    Optional<BufferedBody> body() {
        return body;
    }

    /** Whether the body is a form that is for the request to read. */
    boolean hasForm() {
        return form;
    }

    HeldResponse response() {
        return response;
    }

    /** Records the answer, then sends it. What cannot be recorded is sent all the same. */
    void finish() throws IOException {
        if (ended.compareAndSet(false, true)) {
            try {
                settle();
            } finally {
                close();
            }
            response.send();
        }
    }

    /**
     * The endpoint threw.
     *
     * @param refused whether it was not run because its caller may not
     */
    void failed(boolean refused) {
        if (ended.compareAndSet(false, true)) {
            try {
                if (refused || settings.releasedAfterServerError()) {
                    release();
                }
            } finally {
                close();
            }
        }
    }

    private void settle() {
        int status = response.getStatus();
        if (NOTHING_DONE.contains(status) && !response.isThrough()) {
            release();
        } else if (status < 500) {
            record();
        } else if (settings.releasedAfterServerError()) {
            release();
        }
    }

    private void record() {
        try {
            if (!claim.record(KeptAnswer.of(response, settings.headers()).toResult())) {
                LOG.warn("The answer to a request came too late to be kept: its claim was over.");
            }
        } catch (RuntimeException e) {
            LOG.error("The answer to a request could not be kept; repeats are refused until its claim is over.", e);
        }
    }

    private void release() {
        try {
            claim.release();
        } catch (RuntimeException e) {
            LOG.warn("A claim could not be released; repeats are refused until it is over.", e);
        }
    }

    @Override
    public void close() {
        body.ifPresent(each -> {
            try {
                each.close();
            } catch (IOException e) {
                LOG.warn("A temporary file could not be deleted.", e);
            }
        });
    }
}
