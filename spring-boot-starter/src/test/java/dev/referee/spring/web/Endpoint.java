package dev.referee.spring.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;

/** Endpoints that count how often they ran, and say so in their answers. */
@RestController
class Endpoint implements AutoCloseable {

    static final byte[] BINARY = new byte[512];

    static {
        for (int i = 0; i < BINARY.length; i++) {
            BINARY[i] = (byte) i;
        }
    }

    final AtomicInteger runs = new AtomicInteger();

    /** Told by each run of {@link #stopped}. */
    final Semaphore arrived = new Semaphore(0);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile CountDownLatch open = new CountDownLatch(1);

    private int run() {
        return runs.incrementAndGet();
    }

    void open() {
        open.countDown();
    }

    /** As if it had not run yet. */
    void reset() {
        runs.set(0);
        open = new CountDownLatch(1);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    @PostMapping("/run/orders")
    ResponseEntity<String> order(@RequestBody String body) {
        int number = run();
        return ResponseEntity.created(URI.create("/orders/" + number))
                .eTag("\"" + number + "\"")
                .header("Set-Cookie", "session=" + number)
                .header("X-Own", "own")
                .header("Link", "</a>; rel=a")
                .header("Link", "</b>; rel=b")
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"run\":" + number + ",\"body\":\"" + body + "\",\"text\":\"Grüße\"}");
    }

    @PatchMapping("/run/orders")
    int change() {
        return run();
    }

    @GetMapping("/run/orders")
    int orders() {
        return run();
    }

    @PostMapping("/other")
    int other() {
        return run();
    }

    @PostMapping("/run/stopped")
    String stopped() throws InterruptedException {
        arrived.release();
        if (!open.await(30, TimeUnit.SECONDS)) {
            throw new IllegalStateException("nobody has opened it");
        }
        return "run " + run();
    }

    @PostMapping(path = "/run/binary", produces = "application/x-own")
    byte[] binary() {
        run();
        return BINARY;
    }

    @PostMapping("/run/writer")
    void writer(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String body = request.getReader().lines().collect(Collectors.joining("|"));
        response.setContentType("text/plain");
        response.setCharacterEncoding("UTF-16BE");
        response.getWriter().print("run " + run() + " ");
        response.flushBuffer();
        response.getWriter().print(body);
    }

    @PostMapping("/run/form")
    String form(HttpServletRequest request, @RequestParam String name) {
        run();
        Map<String, String> parameters = new TreeMap<>();
        request.getParameterMap().forEach((key, values) -> parameters.put(key, String.join("+", values)));
        return name + " " + parameters + " "
                + Collections.list(request.getParameterNames()).size();
    }

    @PostMapping("/run/raw")
    String raw(HttpServletRequest request) throws IOException {
        run();
        return request.getContentLengthLong() + " " + request.getInputStream().readAllBytes().length;
    }

    @PostMapping("/run/upload")
    String upload(@RequestParam MultipartFile file, @RequestParam String title) throws IOException {
        return "run " + run() + " " + title + " " + file.getOriginalFilename() + " "
                + new String(file.getBytes(), StandardCharsets.UTF_8);
    }

    @PostMapping("/run/parts")
    String parts(HttpServletRequest request) throws Exception {
        run();
        return request.getParts().stream().map(Part::getName).collect(Collectors.joining(","));
    }

    @PostMapping("/run/status/{status}")
    ResponseEntity<String> status(@PathVariable int status) {
        return ResponseEntity.status(status).body("run " + run());
    }

    @PostMapping("/run/error/{status}")
    void error(@PathVariable int status, HttpServletResponse response) throws IOException {
        response.getWriter().print("dropped " + run());
        response.sendError(status);
    }

    @PostMapping("/run/redirect")
    void redirect(HttpServletResponse response) throws IOException {
        response.sendRedirect("/elsewhere/" + run());
    }

    @PostMapping("/run/denied")
    void denied() {
        run();
        throw new AccessDeniedException("not you");
    }

    @PostMapping("/run/thrown")
    void thrown(HttpServletResponse response) throws IOException {
        response.getWriter().print("dropped " + run());
        throw new IllegalStateException("thrown by the endpoint");
    }

    @PostMapping("/run/long")
    String longAnswer(@RequestParam int length) {
        run();
        return "x".repeat(length);
    }

    @PostMapping("/run/deferred")
    DeferredResult<ResponseEntity<String>> deferred() {
        DeferredResult<ResponseEntity<String>> result = new DeferredResult<>();
        threads.execute(() -> result.setResult(
                ResponseEntity.status(201).header("Location", "/deferred").body("run " + run())));
        return result;
    }

    @PostMapping("/run/future")
    CompletableFuture<String> future() {
        return CompletableFuture.supplyAsync(() -> "run " + run(), threads);
    }

    @PostMapping("/run/failing-future")
    CompletableFuture<String> failingFuture() {
        return CompletableFuture.supplyAsync(
                () -> {
                    run();
                    throw new IllegalStateException("thrown by the future");
                },
                threads);
    }

    @PostMapping("/run/never")
    DeferredResult<String> never() {
        run();
        return new DeferredResult<>(50L);
    }

    @PostMapping("/run/streaming")
    StreamingResponseBody streaming() {
        return out -> {
            out.write(("run " + run()).getBytes(StandardCharsets.UTF_8));
            out.flush();
            out.write(" and more".getBytes(StandardCharsets.UTF_8));
        };
    }

    @PostMapping("/run/events")
    SseEmitter events() {
        SseEmitter events = new SseEmitter();
        int number = run();
        threads.execute(() -> Stream.of(1, 2, 3).forEach(i -> {
            try {
                events.send("run " + number + " event " + i);
                if (i == 3) {
                    events.complete();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        return events;
    }

    @PostMapping("/run/raw-async")
    void rawAsync(HttpServletRequest request) {
        AsyncContext context = request.startAsync();
        context.start(() -> {
            try {
                context.getResponse().setContentType("text/plain");
                context.getResponse().getWriter().print("run " + run());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                context.complete();
            }
        });
    }
}
