package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.BareStore;
import dev.referee.acceptance.engine.EngineFixture;
import dev.referee.acceptance.engine.EngineUnavailable;
import dev.referee.acceptance.engine.TestStore;
import dev.referee.acceptance.servers.ServerState;
import dev.referee.acceptance.servers.TestDatabase;
import dev.referee.acceptance.servers.TestServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** One SQL database, made and migrated once, and emptied for each test. */
final class SqlFixture implements EngineFixture {

    private final SqlEngine engine;
    private Optional<TestDatabase> database = Optional.empty();

    SqlFixture(SqlEngine engine) {
        this.engine = engine;
    }

    @Override
    public String name() {
        return engine.server().engine();
    }

    @Override
    public String start() throws EngineUnavailable {
        ServerState state = engine.server().state();
        if (state instanceof ServerState.Unavailable unavailable) {
            throw new EngineUnavailable(unavailable.reason());
        }
        TestDatabase fresh = engine.server().createDatabase();
        database = Optional.of(fresh);
        new SqlStore(engine, fresh, () -> {}).prepare();
        return state instanceof ServerState.Running running
                ? running.version()
                : ((ServerState.InProcess) state).version();
    }

    @Override
    public TestStore openEmpty() {
        SqlStore store = new SqlStore(engine, database.orElseThrow(), () -> {});
        store.empty();
        return store;
    }

    /** H2 keeps its data in memory otherwise, the servers keep theirs anyway. */
    @Override
    public TestStore openEmptyDurable() {
        if (engine.server() != TestServers.H2) {
            return openEmpty();
        }
        try {
            Path folder = Files.createTempDirectory("referee-h2");
            TestDatabase file = TestServers.createH2InFile(folder);
            SqlStore store = new SqlStore(engine, file, () -> {
                file.close();
                folder.toFile().deleteOnExit();
            });
            store.prepare();
            return store;
        } catch (IOException e) {
            throw new UncheckedIOException("no folder for the database", e);
        }
    }

    @Override
    public BareStore openBare() {
        return new SqlBareStore(engine);
    }

    @Override
    public int mostSettingsOfACommand() {
        return engine.server() == TestServers.MYSQL_9 || engine.server() == TestServers.MARIADB_11_4 ? 6 : 3;
    }

    @Override
    public void close() {
        database.ifPresent(TestDatabase::close);
    }
}
