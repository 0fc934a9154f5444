package dev.referee.spring.web;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;

/**
 * Holds the body of an answer back until it is recorded. One that is longer than what may be kept, and a stream of events, goes through to the
 * client as it is written. Used by one thread at a time.
 */
final class HeldResponse extends HttpServletResponseWrapper {

    private final int limit;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();
    private final ServletOutputStream stream = new Stream();
    private boolean streamTaken;
    private boolean through;
    private boolean errorSent;
    private OptionalLong length = OptionalLong.empty();
    private Optional<PrintWriter> writer = Optional.empty();

    HeldResponse(HttpServletResponse response, int limit) {
        super(response);
        this.limit = limit;
    }

    /** Whether the body has gone through, so that it cannot be kept. */
    boolean isThrough() {
        return through;
    }

    /** Whether the container is to make the body, for an error. */
    boolean isErrorSent() {
        return errorSent;
    }

    /** What was written so far, if it was not let through. */
    byte[] body() {
        writer.ifPresent(PrintWriter::flush);
        return held.toByteArray();
    }

    /** Gives the client what was held. */
    void send() throws IOException {
        byte[] body = body();
        if (through) {
            super.flushBuffer();
        } else if (!errorSent) {
            if (length.isPresent() || body.length > 0) {
                super.setContentLengthLong(length.orElse(body.length));
            }
            if (body.length > 0) {
                super.getOutputStream().write(body);
            }
        }
    }

    @Override
    public ServletOutputStream getOutputStream() {
        if (writer.isPresent()) {
            throw new IllegalStateException("getWriter() was called before");
        }
        streamTaken = true;
        return stream;
    }

    @Override
    public PrintWriter getWriter() throws IOException {
        if (streamTaken) {
            throw new IllegalStateException("getOutputStream() was called before");
        }
        if (writer.isEmpty()) {
            // The client is told of it, as by the container's own writer.
            super.setCharacterEncoding(getCharacterEncoding());
            writer = Optional.of(new PrintWriter(new OutputStreamWriter(stream, getCharacterEncoding())));
        }
        return writer.get();
    }

    @Override
    public void flushBuffer() throws IOException {
        writer.ifPresent(PrintWriter::flush);
        if (isEvents()) {
            letThrough();
        }
        if (through) {
            super.flushBuffer();
        }
    }

    @Override
    public void reset() {
        super.reset();
        clear();
        streamTaken = false;
        writer = Optional.empty();
        length = OptionalLong.empty();
    }

    @Override
    public void resetBuffer() {
        super.resetBuffer();
        clear();
    }

    private void clear() {
        writer.ifPresent(PrintWriter::flush);
        held.reset();
    }

    @Override
    public void sendError(int status) throws IOException {
        super.sendError(status);
        clear();
        errorSent = true;
    }

    @Override
    public void sendError(int status, @Nullable String message) throws IOException {
        super.sendError(status, message);
        clear();
        errorSent = true;
    }

    @Override
    public void sendRedirect(String location) throws IOException {
        super.sendRedirect(location);
        clear();
    }

    @Override
    public void sendRedirect(String location, int status, boolean clearBuffer) throws IOException {
        super.sendRedirect(location, status, clearBuffer);
        if (clearBuffer) {
            clear();
        }
    }

    @Override
    public void setContentLength(int bytes) {
        setContentLengthLong(bytes);
    }

    @Override
    public void setContentLengthLong(long bytes) {
        length = OptionalLong.of(bytes);
    }

    @Override
    public int getBufferSize() {
        return limit;
    }

    @Override
    public void setBufferSize(int size) {
        // It is as large as what may be kept.
    }

    private boolean isEvents() {
        @Nullable String type = getContentType();
        return type != null && type.startsWith(MediaType.TEXT_EVENT_STREAM_VALUE);
    }

    private void letThrough() throws IOException {
        if (!through) {
            through = true;
            length.ifPresent(super::setContentLengthLong);
            held.writeTo(super.getOutputStream());
            held.reset();
        }
    }

    private final class Stream extends ServletOutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            if (!through && (count > limit - held.size() || isEvents())) {
                letThrough();
            }
            if (through) {
                HeldResponse.super.getOutputStream().write(bytes, offset, count);
            } else {
                held.write(bytes, offset, count);
            }
        }

        @Override
        public void flush() throws IOException {
            if (through) {
                HeldResponse.super.getOutputStream().flush();
            }
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException(
                    "the answer is held until it is recorded; write it without a listener");
        }
    }
}
