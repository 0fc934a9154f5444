package dev.referee.spring.web;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that is there already, as the stream of a request. */
final class BodyStream extends ServletInputStream {

    private final InputStream in;
    private boolean finished;

    BodyStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        int read = in.read();
        finished = read < 0;
        return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = in.read(target, offset, length);
        finished = read < 0;
        return read;
    }

    @Override
    public boolean isFinished() {
        return finished;
    }

    @Override
    public boolean isReady() {
        return true;
    }

    @Override
    public void setReadListener(ReadListener listener) {
        throw new UnsupportedOperationException("the body was read before the claim; read it without a listener");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
