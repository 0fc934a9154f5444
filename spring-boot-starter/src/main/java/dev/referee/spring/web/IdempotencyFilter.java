package dev.referee.spring.web;

import dev.referee.application.idempotency.Claim;
import dev.referee.application.idempotency.IdempotencyKey;
import dev.referee.application.port.ClaimAnswer;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.Namespace;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.filter.OncePerRequestFilter;

/** Runs each keyed request once, and gives its answer to all that repeat it. See docs/spring-boot.md for what it answers when. */
final class IdempotencyFilter extends OncePerRequestFilter {

    private static final Logger LOG = LoggerFactory.getLogger(IdempotencyFilter.class);

    private static final String EXCHANGE = IdempotencyFilter.class.getName() + ".EXCHANGE";
    private static final Namespace NAMESPACE = new Namespace("http");
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

    private final IdempotencyStore store;
    private final FilterSettings settings;
    private final Endpoints endpoints;
    private final Access access;
    private final boolean partsAreRead;
    private final Predicate<Throwable> refusals;

    /**
     * @param partsAreRead whether the container reads forms with parts
     * @param refusals tells what is thrown in place of running an endpoint whose caller may not
     */
    IdempotencyFilter(
            IdempotencyStore store,
            FilterSettings settings,
            Endpoints endpoints,
            Access access,
            boolean partsAreRead,
            Predicate<Throwable> refusals) {
        this.store = store;
        this.settings = settings;
        this.endpoints = endpoints;
        this.access = access;
        this.partsAreRead = partsAreRead;
        this.refusals = refusals;
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getAttribute(EXCHANGE) instanceof Exchange begun) {
            run(begun, request, response, chain);
        } else if (request.getDispatcherType() == DispatcherType.REQUEST && endpoints.take(request)) {
            keyed(request, response, chain);
        } else {
            chain.doFilter(request, response);
        }
    }

    private void keyed(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> given;
        try {
            given = IdempotencyKeyHeader.read(request)
                    .map(key -> Check.visibleAscii(IdempotencyKeyHeader.NAME, key, IdempotencyKey.MAX_LENGTH));
        } catch (InvalidValue malformed) {
            Problem.malformedKey(malformed).write(response);
            return;
        }
        if (given.isEmpty()) {
            if (settings.required()) {
                Problem.missingKey().write(response);
            } else {
                chain.doFilter(request, response);
            }
            return;
        }
        Optional<String> scope = access.scopeOf(request);
        if (scope.isEmpty()) {
            Problem.noCaller().write(response);
        } else if (access.isGranted(request, response)) {
            // Of a fixed length, whatever the caller's name and key are, and telling neither.
            claim(new IdempotencyKey(NAMESPACE, Digests.ofTexts(scope.get(), given.get())), request, response, chain);
        }
    }

    private void claim(IdempotencyKey key, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<ReadRequest> read = read(request, response);
        if (read.isEmpty()) {
            return;
        }
        boolean acquired = false;
        try {
            Optional<ClaimAnswer> answer = claimOrWait(key, read.get(), request, response);
            if (answer.orElse(null) instanceof ClaimAnswer.Acquired own) {
                acquired = true;
                Exchange exchange = new Exchange(settings, new Claim(store, key, own.token()), read.get(), response);
                request.setAttribute(EXCHANGE, exchange);
                run(exchange, new KeyedRequest(request, exchange), exchange.response(), chain);
            } else if (answer.isPresent()) {
                answer(answer.get(), response);
            }
        } finally {
            if (!acquired) {
                read.get().close();
            }
        }
    }

    private Optional<ReadRequest> read(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            return Optional.of(ReadRequest.of(request, settings, partsAreRead));
        } catch (BufferedBody.TooLong tooLong) {
            LOG.debug("A body is too long.", tooLong);
            Problem.bodyTooLarge(settings.maxBody()).write(response);
        } catch (IOException | ServletException broken) {
            LOG.debug("A body could not be read.", broken);
            Problem.malformedBody().write(response);
        }
        return Optional.empty();
    }

    /**
     * The store's answer, after a wait if it is to be waited; empty if it was answered already: the store failed, or the caller may not any
     * more.
     */
    private Optional<ClaimAnswer> claimOrWait(
            IdempotencyKey key, ReadRequest read, HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        long deadline = System.nanoTime() + settings.waitForFirst().toNanos();
        long ceiling = FIRST_PAUSE;
        try {
            while (true) {
                ClaimAnswer answer = store.claim(key, read.digest(), settings.timeToLive());
                long left = deadline - System.nanoTime();
                if (!(answer instanceof ClaimAnswer.Pending)
                        || left <= 0
                        || Thread.currentThread().isInterrupted()) {
                    return Optional.of(answer);
                }
                long pause = ceiling / 2 + ThreadLocalRandom.current().nextLong(ceiling / 2);
                LockSupport.parkNanos(Math.min(left, pause));
                ceiling = Math.min(2 * ceiling, LONGEST_PAUSE);
                if (!access.isGranted(request, response)) {
                    return Optional.empty();
                }
            }
        } catch (StoreFailure e) {
            LOG.warn("A key could not be claimed: {}", e.getMessage());
            Problem.storeUnavailable().write(response);
            return Optional.empty();
        }
    }

    private void answer(ClaimAnswer answer, HttpServletResponse response) throws IOException {
        if (answer instanceof ClaimAnswer.Completed completed) {
            KeptAnswer.fromResult(completed.result()).replay(response);
        } else if (answer instanceof ClaimAnswer.Pending pending) {
            long left = Math.max(1, pending.left().plus(Duration.ofMillis(999)).toSeconds());
            Problem.inProgress(Math.min(left, settings.retryAfterSeconds())).write(response);
        } else {
            Problem.keyReused().write(response);
        }
    }

    /** Runs the endpoint, or goes on with it. Its answer is finished by whoever comes last: this, or a later dispatch. */
    private void run(Exchange exchange, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } catch (Throwable failure) {
            exchange.failed(refusals.test(failure));
            throw failure;
        }
        if (!request.isAsyncStarted()) {
            exchange.finish();
        }
    }
}
