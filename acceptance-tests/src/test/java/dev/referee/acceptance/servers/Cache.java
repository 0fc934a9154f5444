package dev.referee.acceptance.servers;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Programs that are unpacked once and serve every later run. */
final class Cache {

    /** Unpacks a program into an empty folder. */
    interface Unpacking {
        void into(Path folder) throws Exception;
    }

    private Cache() {}

    /**
     * Returns the folder of that name, unpacked if it was not there. Runs that need it at the same time wait for the
     * first; one that was killed while unpacking leaves nothing that is taken for whole.
     */
    static Path folder(String name, Unpacking unpacking) throws Exception {
        Path cache = Files.createDirectories(Settings.cache());
        Path folder = cache.resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        try (FileChannel file = FileChannel.open(
                        cache.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            if (lock.isValid() && !Files.isDirectory(folder)) {
                Path fresh = Files.createTempDirectory(cache, name + ".new-");
                unpacking.into(fresh);
                Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
            }
        }
        return folder;
    }
}
