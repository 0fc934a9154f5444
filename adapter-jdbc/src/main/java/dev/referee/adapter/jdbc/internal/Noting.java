package dev.referee.adapter.jdbc.internal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.ConnectionProxy;

/**
 * Wraps a connection, its statements and their results so that each {@link SQLException} is noted, whoever swallows it. Only what a
 * driver does not support at all is passed over: it never reached the server.
 */
final class Noting implements InvocationHandler {

    private final Object target;
    private final Session session;
    private final boolean owned;
    private final @Nullable Object connection;
    private final @Nullable Object parent;

    private Noting(
            Object target, Session session, boolean owned, @Nullable Object connection, @Nullable Object parent) {
        this.target = target;
        this.session = session;
        this.owned = owned;
        this.connection = connection;
        this.parent = parent;
    }

    /** A transaction of our own: commit, rollback, auto-commit and close are the session's. */
    static Connection owned(Session session) {
        return (Connection) wrap(new Noting(session.connection(), session, true, null, null), ConnectionProxy.class);
    }

    /** A transaction of somebody else: all calls go on to the connection. */
    static Connection joined(Session session) {
        return (Connection) wrap(new Noting(session.connection(), session, false, null, null), ConnectionProxy.class);
    }

    /** The session behind a connection that was wrapped here. */
    static Session sessionOf(Connection wrapped) {
        return ((Noting) Proxy.getInvocationHandler(wrapped)).session;
    }

    /** Whether a connection was wrapped here. */
    static boolean isNoting(Connection connection) {
        return Proxy.isProxyClass(connection.getClass()) && Proxy.getInvocationHandler(connection) instanceof Noting;
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        return switch (method.getName()) {
            case "equals" -> arguments != null && proxy == arguments[0];
            case "hashCode" -> System.identityHashCode(proxy);
            case "toString" -> "noting " + target;
            case "getTargetConnection" -> target;
            case "getConnection" -> connection;
            case "getStatement" -> parent;
            case "createStatement", "prepareStatement", "prepareCall" -> {
                session.beforeStatement();
                yield wrapped(proxy, method, call(method, arguments));
            }
            default -> owned ? endOrCall(proxy, method, arguments) : wrapped(proxy, method, call(method, arguments));
        };
    }

    /** On a connection of our own, what ends the transaction goes through the session. */
    private @Nullable Object endOrCall(Object proxy, Method method, @Nullable Object @Nullable [] arguments)
            throws Throwable {
        Object first = arguments == null || arguments.length == 0 ? null : arguments[0];
        String name = method.getName();
        if (name.equals("commit")) {
            session.commit();
        } else if (name.equals("rollback") && first == null) {
            session.rollback();
        } else if (name.equals("close")) {
            session.close();
        } else if (name.equals("setAutoCommit")) {
            session.setAutoCommit(Boolean.TRUE.equals(first));
        } else {
            return wrapped(proxy, method, call(method, arguments));
        }
        return null;
    }

    private @Nullable Object call(Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getTargetException();
            if (cause instanceof SQLException failure && !(cause instanceof SQLFeatureNotSupportedException)) {
                session.note(failure);
            }
            throw cause;
        }
    }

    private @Nullable Object wrapped(Object proxy, Method method, @Nullable Object result) {
        if (method.getReturnType() == ResultSetMetaData.class) {
            // The result set of SQLite's driver is its own description, and must not be taken for a further one.
            return result;
        }
        Object home = target instanceof Connection ? proxy : connection;
        if (result instanceof ResultSet) {
            return wrap(
                    new Noting(result, session, false, home, target instanceof Statement ? proxy : parent),
                    ResultSet.class);
        }
        if (result instanceof CallableStatement) {
            return wrap(new Noting(result, session, false, home, null), CallableStatement.class);
        }
        if (result instanceof PreparedStatement) {
            return wrap(new Noting(result, session, false, home, null), PreparedStatement.class);
        }
        if (result instanceof Statement) {
            return wrap(new Noting(result, session, false, home, null), Statement.class);
        }
        if (result instanceof DatabaseMetaData) {
            return wrap(new Noting(result, session, false, home, null), DatabaseMetaData.class);
        }
        return result;
    }

    private static Object wrap(Noting handler, Class<?> type) {
        return Proxy.newProxyInstance(Noting.class.getClassLoader(), new Class<?>[] {type}, handler);
    }
}
