package dev.referee.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.referee.adapter.h2.H2Adapter;
import dev.referee.adapter.inmemory.InMemoryAdapter;
import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.adapter.jdbc.JdbcAdapter;
import dev.referee.adapter.jdbc.JdbcAdapterBuilder;
import dev.referee.adapter.jdbc.JdbcIdempotencyStore;
import dev.referee.adapter.jdbc.SchemaIncomplete;
import dev.referee.application.command.CommandEngine;
import dev.referee.application.idempotency.IdempotentActions;
import dev.referee.application.lock.Leases;
import dev.referee.application.lock.Transactions;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.application.port.TransactionAlreadyActive;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What is made of a data source, and what is said if nothing can be. */
class AutoConfigurationTest {

    private final ApplicationContextRunner bare = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RefereeIdempotencyAutoConfiguration.class,
                    RefereeAutoConfiguration.class,
                    RefereeJdbcAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    JdbcTemplateAutoConfiguration.class,
                    DataSourceAutoConfiguration.class));

    private final ApplicationContextRunner runner = bare.withPropertyValues("spring.datasource.url=" + h2());

    private static String h2() {
        return "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
    }

    private static DataSource dataSource() {
        return new DriverManagerDataSource(h2());
    }

    @Test
    void a_data_source_gives_everything() {
        runner.run(context -> {
            assertThat(context).hasSingleBean(JdbcAdapter.class);
            assertThat(context).hasSingleBean(CommandEngine.class);
            assertThat(context).hasSingleBean(Transactions.class);
            assertThat(context).hasSingleBean(Leases.class);
            assertThat(context).hasSingleBean(JdbcIdempotencyStore.class);
            assertThat(context).hasSingleBean(IdempotentActions.class);
            assertThat(context).hasSingleBean(PeriodicDeletion.class);
        });
    }

    @Test
    void without_a_data_source_there_is_nothing() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        RefereeJdbcAutoConfiguration.class,
                        RefereeAutoConfiguration.class,
                        RefereeIdempotencyAutoConfiguration.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context).doesNotHaveBean(Adapter.class);
                    assertThat(context).doesNotHaveBean(CommandEngine.class);
                    assertThat(context).doesNotHaveBean(IdempotencyStore.class);
                });
    }

    @Test
    void sqlite_is_told_by_its_driver(@TempDir Path folder) {
        bare.withPropertyValues("spring.datasource.url=jdbc:sqlite:" + folder.resolve("file.db"))
                .run(context -> {
                    assertThat(context).hasSingleBean(JdbcAdapter.class);
                    assertThat(context).hasSingleBean(JdbcIdempotencyStore.class);
                });
    }

    @Test
    void postgresql_is_told_by_its_driver() throws IOException {
        try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
            bare.withPropertyValues("spring.datasource.url=" + server.getJdbcUrl("postgres", "postgres"))
                    .run(context -> {
                        assertThat(context).hasSingleBean(JdbcAdapter.class);
                        assertThat(context).hasSingleBean(JdbcIdempotencyStore.class);
                    });
        }
    }

    @Test
    void beans_of_the_applications_own_come_first() {
        Adapter adapter = InMemoryAdapter.create();
        CommandEngine engine = CommandEngine.over(adapter).build();
        IdempotencyStore store = InMemoryIdempotencyStore.create();
        IdempotentActions actions = IdempotentActions.over(store).build();
        runner.withBean("own", Adapter.class, () -> adapter)
                .withBean(CommandEngine.class, () -> engine)
                .withBean(IdempotencyStore.class, () -> store)
                .withBean(IdempotentActions.class, () -> actions)
                .run(context -> {
                    assertSame(adapter, context.getBean(Adapter.class));
                    assertSame(engine, context.getBean(CommandEngine.class));
                    assertSame(store, context.getBean(IdempotencyStore.class));
                    assertSame(actions, context.getBean(IdempotentActions.class));
                });
    }

    @Test
    void an_adapter_without_a_data_source_gives_an_engine() {
        new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(RefereeJdbcAutoConfiguration.class, RefereeAutoConfiguration.class))
                .withBean(Adapter.class, InMemoryAdapter::create)
                .run(context -> assertThat(context).hasSingleBean(CommandEngine.class));
    }

    @Test
    void tables_are_named_and_migrated_as_the_properties_say() {
        runner.withPropertyValues("referee.schema=own", "referee.table-prefix=r_", "referee.idempotency.table=r_claims")
                .run(context -> {
                    JdbcTemplate sql = context.getBean(JdbcTemplate.class);
                    assertEquals(0, sql.queryForObject("SELECT COUNT(*) FROM own.r_operation", Integer.class));
                    assertEquals(0, sql.queryForObject("SELECT COUNT(*) FROM own.r_claims", Integer.class));
                });
        bare.withBean(DataSource.class, AutoConfigurationTest::dataSource)
                .withPropertyValues("referee.migration=validate")
                .run(context -> assertThat(context).getFailure().rootCause().isInstanceOf(SchemaIncomplete.class));
    }

    @Test
    void claims_can_be_left_out() {
        runner.withPropertyValues("referee.idempotency.enabled=false").run(context -> {
            assertThat(context).hasSingleBean(CommandEngine.class);
            assertThat(context).doesNotHaveBean(IdempotencyStore.class);
            assertThat(context).doesNotHaveBean(IdempotentActions.class);
            assertThat(context).doesNotHaveBean(PeriodicDeletion.class);
        });
    }

    @Test
    void a_customizer_is_asked() {
        AtomicInteger asked = new AtomicInteger();
        RefereeCustomizer customizer = new RefereeCustomizer() {
            @Override
            public void customize(JdbcAdapterBuilder adapter) {
                asked.incrementAndGet();
            }
        };
        runner.withBean(RefereeCustomizer.class, () -> customizer).run(context -> assertEquals(1, asked.get()));
    }

    @Test
    void transactions_of_springs_manager_are_seen() {
        runner.run(context -> {
            TransactionTemplate template = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
            Transactions transactions = context.getBean(Transactions.class);
            template.executeWithoutResult(status -> {
                assertThrows(
                        TransactionAlreadyActive.class,
                        () -> transactions.run(Duration.ofSeconds(2), transaction -> 1));
                assertEquals("joined", transactions.joined().run(Duration.ofSeconds(2), transaction -> "joined"));
            });
        });
    }

    private static FailureAnalysis analysed(AssertableApplicationContext context) {
        return Optional.ofNullable(context.getStartupFailure())
                .map(failure -> new CannotStartAnalyzer().analyze(failure))
                .orElseThrow();
    }

    @Test
    void an_adapter_that_is_not_on_the_class_path_is_named() {
        runner.withClassLoader(new FilteredClassLoader(H2Adapter.class)).run(context -> {
            FailureAnalysis analysis = analysed(context);
            assertEquals("The database is H2, but its adapter is not on the class path.", analysis.getDescription());
            assertEquals("Add the dependency dev.referee:referee-adapter-jdbc-h2.", analysis.getAction());
        });
    }

    @Test
    void of_several_data_sources_the_primary_one_is_taken_and_without_one_the_start_fails() {
        ApplicationContextRunner two = bare.withBean("one", DataSource.class, AutoConfigurationTest::dataSource);
        two.withBean("two", DataSource.class, AutoConfigurationTest::dataSource).run(context -> {
            FailureAnalysis analysis = analysed(context);
            assertTrue(analysis.getDescription().startsWith("There are several data sources"));
            assertTrue(String.valueOf(analysis.getAction()).contains("@Primary"));
        });
        two.withBean(
                        "two",
                        DataSource.class,
                        AutoConfigurationTest::dataSource,
                        definition -> definition.setPrimary(true))
                .run(context -> assertThat(context).hasSingleBean(JdbcAdapter.class));
    }

    @Test
    void a_database_that_does_not_answer_is_told_as_that() {
        bare.withBean(DataSource.class, () -> new DriverManagerDataSource("jdbc:h2:tcp://localhost:1/none"))
                .run(context -> assertTrue(analysed(context)
                        .getDescription()
                        .startsWith("The database cannot be asked which one it is: ")));
    }

    @Test
    void expired_claims_are_deleted_at_intervals_of_a_second_or_more() {
        runner.withPropertyValues("referee.idempotency.purge-interval=999ms")
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessageContaining("referee.idempotency.purge-interval must be 0, or 1 s or more"));
        runner.withPropertyValues("referee.idempotency.purge-interval=0")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
