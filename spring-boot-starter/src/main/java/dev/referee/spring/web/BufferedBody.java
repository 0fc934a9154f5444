package dev.referee.spring.web;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;

/** A body that was read in full: in memory, or from a certain length on in a temporary file, which {@link #close} deletes. */
final class BufferedBody implements Closeable {

    private final byte[] bytes;
    private final Optional<Path> file;
    private final long size;
    private final String sha256;

    private BufferedBody(byte[] bytes, Optional<Path> file, long size, String sha256) {
        this.bytes = bytes;
        this.file = file;
        this.size = size;
        this.sha256 = sha256;
    }

    /**
     * Reads all of it.
     *
     * @throws TooLong if it has more bytes than the limit
     */
    static BufferedBody read(InputStream in, long limit, int inMemory) throws IOException {
        Buffering buffering = new Buffering(inMemory);
        boolean done = false;
        try {
            BufferedBody body = buffering.readAll(in, limit);
            done = true;
            return body;
        } finally {
            buffering.end(done);
        }
    }

    InputStream open() throws IOException {
        return file.isPresent() ? Files.newInputStream(file.get()) : new ByteArrayInputStream(bytes);
    }

    long size() {
        return size;
    }

    /** 64 hexadecimal digits. */
    String sha256() {
        return sha256;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) {
            Files.deleteIfExists(file.get());
        }
    }

    /** Thrown when a body is longer than its limit. */
    static final class TooLong extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private static final class Buffering {

        private final int inMemory;
        private final ByteArrayOutputStream memory = new ByteArrayOutputStream();
        private Optional<Path> file = Optional.empty();
        private OutputStream out = memory;

        Buffering(int inMemory) {
            this.inMemory = inMemory;
        }

        BufferedBody readAll(InputStream in, long limit) throws IOException {
            MessageDigest digest = Digests.sha256();
            byte[] buffer = new byte[8192];
            long size = 0;
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                size += n;
                if (size > limit) {
                    throw new TooLong();
                }
                if (size > inMemory && file.isEmpty()) {
                    toFile();
                }
                digest.update(buffer, 0, n);
                out.write(buffer, 0, n);
            }
            return new BufferedBody(
                    memory.toByteArray(), file, size, HexFormat.of().formatHex(digest.digest()));
        }

        private void toFile() throws IOException {
            // Readable by its owner alone, as files of this method are.
            Path made = Files.createTempFile("referee-body-", ".tmp");
            file = Optional.of(made);
            out = Files.newOutputStream(made);
            memory.writeTo(out);
            memory.reset();
        }

        void end(boolean done) throws IOException {
            out.close();
            if (!done && file.isPresent()) {
                Files.deleteIfExists(file.get());
            }
        }
    }
}
