package dev.referee.desk;

import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.application.port.Adapter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** A running desk on a port of its own. */
final class TestDesk implements AutoCloseable {

    /** Where a desk keeps its cases. */
    enum Store {
        IN_MEMORY,
        H2
    }

    private static final Map<Store, TestDesk> SHARED = new EnumMap<>(Store.class);

    private final ConfigurableApplicationContext context;

    private TestDesk(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** A desk with the demo, one for all tests on this store; it ends with the process. */
    static TestDesk shared(Store store) {
        synchronized (SHARED) {
            return SHARED.computeIfAbsent(store, each -> start(each, "--demo"));
        }
    }

    static TestDesk start(Store store, String... arguments) {
        if (store == Store.IN_MEMORY) {
            return start(InMemoryAdapter.create(), arguments);
        }
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        return run(new SpringApplicationBuilder(PermitDesk.class), all);
    }

    static TestDesk start(Adapter adapter, String... arguments) {
        return run(
                new SpringApplicationBuilder(PermitDesk.class)
                        .initializers(context ->
                                ((GenericApplicationContext) context).registerBean(Adapter.class, () -> adapter)),
                List.of(arguments));
    }

    /** Starts a desk with these options and no others but a free port. */
    static TestDesk start(String... arguments) {
        return run(new SpringApplicationBuilder(PermitDesk.class), List.of(arguments));
    }

    private static TestDesk run(SpringApplicationBuilder application, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        all.add("--server.port=0");
        return new TestDesk(application
                .web(WebApplicationType.SERVLET)
                .run(DeskArguments.toProperties(all.toArray(String[]::new))));
    }

    int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    Adapter adapter() {
        return context.getBean(Adapter.class);
    }

    /** The database of a desk that was started with a URL, or on H2. */
    DataSource dataSource() {
        return context.getBean(DataSource.class);
    }

    /** Someone at this desk who signs in with the demo's password. */
    Client as(String user) {
        return new Client(port(), user, "demo");
    }

    @Override
    public void close() {
        context.close();
    }
}
