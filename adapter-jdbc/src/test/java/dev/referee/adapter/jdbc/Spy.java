package dev.referee.adapter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** A driver that keeps what it is told to run, and does something before one statement, or loses the reply to one commit. */
final class Spy extends DelegatingDataSource {

    private final List<Sql> seen = new CopyOnWriteArrayList<>();
    private volatile Optional<Ambush> ambush = Optional.empty();
    private volatile Optional<Ambush> rearguard = Optional.empty();
    private volatile Optional<Runnable> beforeCommit = Optional.empty();
    private volatile Optional<Supplier<SQLException>> lostReply = Optional.empty();
    private volatile Optional<LostStatement> lostStatement = Optional.empty();

    Spy(DataSource driver) {
        super(driver);
    }

    /** Runs this ahead of the next statement of that kind, once. */
    void before(Predicate<String> statement, Runnable action) {
        ambush = Optional.of(new Ambush(statement, action));
    }

    /** Runs this between the next statement of that kind and its reply, once. */
    void after(Predicate<String> statement, Runnable action) {
        rearguard = Optional.of(new Ambush(statement, action));
    }

    /** Runs this ahead of each commit from now on. */
    void beforeCommits(Runnable action) {
        beforeCommit = Optional.of(action);
    }

    /** Ends the connection ahead of the next statement of that kind, once. */
    void loseNext(Predicate<String> statement, Supplier<SQLException> failure) {
        lostStatement = Optional.of(new LostStatement(statement, failure));
    }

    /** Lets the next commit take place, and ends the connection before its reply has come. */
    void loseNextCommitsReply(Supplier<SQLException> failure) {
        lostReply = Optional.of(failure);
    }

    /** The statements since the last time, with their parameters. */
    List<Sql> takeSeen() {
        List<Sql> taken = List.copyOf(seen);
        seen.clear();
        return taken;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return (Connection) Proxy.newProxyInstance(
                Spy.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "prepareStatement" -> {
                            Object statement = Objects.requireNonNull(invoke(method, connection, arguments));
                            return spied(connection, (PreparedStatement) statement, (String) arguments[0]);
                        }
                        case "commit" -> {
                            return commit(connection);
                        }
                        default -> {
                            return invoke(method, connection, arguments);
                        }
                    }
                });
    }

    private @Nullable Object commit(Connection connection) throws SQLException {
        Optional<Supplier<SQLException>> lost = lostReply;
        lostReply = Optional.empty();
        beforeCommit.ifPresent(Runnable::run);
        connection.commit();
        if (lost.isPresent()) {
            connection.close();
            throw lost.get().get();
        }
        return null;
    }

    private PreparedStatement spied(Connection connection, PreparedStatement statement, String text) {
        TreeMap<Integer, @Nullable Object> parameters = new TreeMap<>();
        return (PreparedStatement) Proxy.newProxyInstance(
                Spy.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("setObject")) {
                        parameters.put((Integer) arguments[0], arguments[1]);
                    } else if (method.getName().startsWith("execute")) {
                        seen.add(new Sql(text, new ArrayList<>(parameters.values())));
                        spring(text);
                        lose(connection, text);
                        Object result = invoke(method, statement, arguments);
                        follow(text);
                        return result;
                    }
                    return invoke(method, statement, arguments);
                });
    }

    private void lose(Connection connection, String text) throws SQLException {
        Optional<LostStatement> lost =
                lostStatement.filter(each -> each.statement().test(text));
        if (lost.isPresent()) {
            lostStatement = Optional.empty();
            connection.close();
            throw lost.get().failure().get();
        }
    }

    private void follow(String text) {
        Optional<Ambush> set = rearguard.filter(each -> each.statement().test(text));
        if (set.isPresent()) {
            rearguard = Optional.empty();
            set.get().action().run();
        }
    }

    private void spring(String text) {
        Optional<Ambush> set = ambush.filter(each -> each.statement().test(text));
        if (set.isPresent()) {
            ambush = Optional.empty();
            set.get().action().run();
        }
    }

    private static @Nullable Object invoke(Method method, Object target, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private record LostStatement(Predicate<String> statement, Supplier<SQLException> failure) {}

    private record Ambush(Predicate<String> statement, Runnable action) {}
}
