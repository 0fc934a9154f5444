package dev.referee.acceptance.sql;

import dev.referee.acceptance.engine.DriverListener;
import dev.referee.acceptance.engine.DriverListener.Call;
import dev.referee.acceptance.engine.DriverListener.Kind;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Makes connections whose calls to the driver are told to a listener. For a pool to stand on. */
final class ListenedDriver extends AbstractDataSource {

    private static final Set<String> SETTERS = Set.of(
            "setAutoCommit",
            "setTransactionIsolation",
            "setReadOnly",
            "setNetworkTimeout",
            "setCatalog",
            "setSchema",
            "isValid",
            "getTransactionIsolation",
            "isReadOnly",
            "getNetworkTimeout");

    /** Statements that touch no table; H2 looks its isolation up in the catalogue. */
    private static final Pattern SETTING = Pattern.compile(
            "(?is)\\s*(SET\\b(?!\\s+STATEMENT\\b).*|SELECT\\s+set_config.*|SELECT\\s+@@.*|PRAGMA\\b.*|EXECUTE IMMEDIATE 'SET .*|SELECT 1)");

    /** SQLite has no lock but that of the file, which is taken by a write that changes nothing. */
    private static final Pattern LOCK =
            Pattern.compile("(?is).*\\bFOR (NO KEY )?UPDATE\\b.*|DELETE FROM \\S+ WHERE 1 = 0");

    private final String url;
    private final String user;
    private final String password;
    private final DriverListener listener;

    ListenedDriver(String url, String user, String password, DriverListener listener) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.listener = listener;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Call call = new Call(Kind.OPEN, "open");
        listener.before(call);
        try {
            Connection connection = DriverManager.getConnection(url, user, password);
            DriverListener told =
                    SqliteSessions.isSqlite(url) ? SqliteSessions.of(url).watch(connection, listener) : listener;
            return (Connection) new Listened(connection, told, Optional.empty()).as(Connection.class);
        } finally {
            listener.after(call);
        }
    }

    @Override
    public Connection getConnection(String otherUser, String otherPassword) throws SQLException {
        throw new SQLException("the user is fixed");
    }

    /** One of the driver's objects, whose calls are told. */
    private record Listened(Object target, DriverListener listener, Optional<String> prepared)
            implements InvocationHandler {

        Object as(Class<?> type) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this);
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
                throws Throwable {
            Optional<Call> call = callOf(method, arguments, prepared);
            call.ifPresent(listener::before);
            try {
                Object result = method.invoke(target, arguments);
                if (result instanceof CallableStatement) {
                    return listened(result, firstText(arguments)).as(CallableStatement.class);
                }
                if (result instanceof PreparedStatement) {
                    return listened(result, firstText(arguments)).as(PreparedStatement.class);
                }
                return target instanceof Connection && result instanceof Statement
                        ? listened(result, Optional.empty()).as(Statement.class)
                        : result;
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            } finally {
                call.ifPresent(listener::after);
            }
        }

        private Listened listened(Object result, Optional<String> text) {
            return new Listened(result, listener, text);
        }
    }

    private static Optional<Call> callOf(
            Method method, @Nullable Object @Nullable [] arguments, Optional<String> prepared) {
        String name = method.getName();
        boolean onConnection = method.getDeclaringClass() == Connection.class;
        if (name.startsWith("execute")) {
            String text = prepared.or(() -> firstText(arguments)).orElse("a batch");
            return Optional.of(new Call(kind(text), text));
        }
        if (name.equals("commit") || name.equals("rollback")) {
            return Optional.of(new Call(name.equals("commit") ? Kind.COMMIT : Kind.ROLLBACK, name));
        }
        if (onConnection && SETTERS.contains(name)) {
            String given = arguments == null
                    ? ""
                    : List.copyOf(Arrays.asList(arguments)).toString();
            return Optional.of(new Call(Kind.SETTING, name + given));
        }
        boolean ends = method.getDeclaringClass() == AutoCloseable.class
                || (onConnection && (name.equals("abort") || name.equals("close")));
        return ends ? Optional.of(new Call(Kind.CLOSE, name)) : Optional.empty();
    }

    private static Kind kind(String text) {
        if (SETTING.matcher(text).matches()) {
            return Kind.SETTING;
        }
        return LOCK.matcher(text).matches() ? Kind.LOCK : Kind.STATEMENT;
    }

    private static Optional<String> firstText(@Nullable Object @Nullable [] arguments) {
        return arguments != null && arguments.length > 0 && arguments[0] instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }
}
