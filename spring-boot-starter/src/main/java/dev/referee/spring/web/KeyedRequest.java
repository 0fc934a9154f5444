package dev.referee.spring.web;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** A request that has claimed its key. Its body, if it was read for the fingerprint, is given again. */
final class KeyedRequest extends HttpServletRequestWrapper {

    private final Exchange exchange;
    private Optional<ServletInputStream> stream = Optional.empty();
    private Optional<BufferedReader> reader = Optional.empty();
    private Optional<Map<String, String[]>> form = Optional.empty();

    KeyedRequest(HttpServletRequest request, Exchange exchange) {
        super(request);
        this.exchange = exchange;
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (exchange.body().isEmpty()) {
            return super.getInputStream();
        }
        if (reader.isPresent()) {
            throw new IllegalStateException("getReader() was called before");
        }
        if (stream.isEmpty()) {
            stream = Optional.of(new BodyStream(exchange.body().get().open()));
        }
        return stream.get();
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (exchange.body().isEmpty()) {
            return super.getReader();
        }
        if (stream.isPresent()) {
            throw new IllegalStateException("getInputStream() was called before");
        }
        if (reader.isEmpty()) {
            @Nullable String charset = getCharacterEncoding();
            reader = Optional.of(new BufferedReader(new InputStreamReader(
                    exchange.body().get().open(),
                    charset == null ? StandardCharsets.ISO_8859_1 : Charset.forName(charset))));
        }
        return reader.get();
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        if (!exchange.hasForm()) {
            return super.getParameterMap();
        }
        if (form.isEmpty()) {
            @Nullable String charset = getCharacterEncoding();
            try {
                form = Optional.of(FormParameters.of(
                        super.getParameterMap(),
                        exchange.body().orElseThrow(),
                        charset == null ? StandardCharsets.UTF_8 : Charset.forName(charset)));
            } catch (IllegalArgumentException e) {
                throw new ResponseStatusException(HttpStatus.BAD_REQUEST, "the form cannot be decoded", e);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return form.get();
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null ? null : values[0];
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return getParameterMap().get(name);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
    }

    /** Goes on with this request and the response that is held, not with the container's own. */
    @Override
    public AsyncContext startAsync() {
        return startAsync(this, exchange.response());
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        AsyncContext context = super.startAsync(request, response);
        context.addListener(new Abandoned(exchange));
        return new KeyedAsyncContext(context, exchange);
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new KeyedAsyncContext(super.getAsyncContext(), exchange);
    }
}
