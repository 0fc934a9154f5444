package dev.referee.acceptance;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleName;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.InstantSource;
import java.util.Calendar;
import java.util.Date;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/**
 * Holds the arrows adapters -> application -> domain. A rule about a package that has no class fails, so that none can
 * pass because its package was renamed or is empty.
 */
@AnalyzeClasses(packages = "dev.referee", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final String DOMAIN = "dev.referee.domain..";
    private static final String APPLICATION = "dev.referee.application..";
    private static final String IN_MEMORY = "dev.referee.adapter.inmemory..";
    private static final String JDBC = "dev.referee.adapter.jdbc..";
    private static final String POSTGRES = "dev.referee.adapter.postgres..";
    private static final String MYSQL = "dev.referee.adapter.mysql..";
    private static final String H2 = "dev.referee.adapter.h2..";
    private static final String SQLITE = "dev.referee.adapter.sqlite..";
    private static final String REDIS = "dev.referee.adapter.redis..";
    private static final String ADAPTERS = "dev.referee.adapter..";
    private static final String SUITE = "dev.referee.acceptance..";

    private static final String[] EVERYWHERE = {"java..", "org.jspecify.annotations.."};
    private static final String[] JSON = {"tools.jackson.core.."};
    private static final String[] SQL_TOOLS = {
        "javax.sql..",
        "org.springframework.core..",
        "org.springframework.dao..",
        "org.springframework.jdbc..",
        "org.springframework.transaction..",
        "org.springframework.util..",
        "org.flywaydb.core.."
    };

    @ArchTest
    static final ArchRule the_domain_sees_only_itself = seesOnly(DOMAIN)
            .because("the permit model is pure: it can be read, tested and reused without anything else");

    @ArchTest
    static final ArchRule the_application_sees_only_the_domain = seesOnly(APPLICATION, with(JSON, DOMAIN))
            .because("the engine and the use cases must run on any database; jackson-core checks outcomes");

    @ArchTest
    static final ArchRule the_in_memory_adapter_sees_only_the_application =
            seesOnly(IN_MEMORY, with(JSON, DOMAIN, APPLICATION)).because("it shows that the ports need no database");

    @ArchTest
    static final ArchRule the_jdbc_adapter_sees_no_database = seesOnly(
                    JDBC, with(SQL_TOOLS, DOMAIN, APPLICATION, "com.zaxxer.hikari.."))
            .because("what differs between databases is behind the dialect, in the database's own adapter;"
                    + " a pool must be told of a dead connection");

    @ArchTest
    static final ArchRule the_postgres_adapter_sees_only_what_sql_adapters_share = seesOnly(
                    POSTGRES, with(SQL_TOOLS, DOMAIN, APPLICATION, JDBC, "org.postgresql.."))
            .because("an adapter stands alone, so that it can be replaced alone");

    @ArchTest
    static final ArchRule the_mysql_adapter_sees_only_what_sql_adapters_share = seesOnly(
                    MYSQL, with(SQL_TOOLS, DOMAIN, APPLICATION, JDBC, "com.mysql.cj..", "org.mariadb.jdbc.."))
            .because("an adapter stands alone, so that it can be replaced alone");

    @ArchTest
    static final ArchRule the_h2_adapter_sees_only_what_sql_adapters_share = seesOnly(
                    H2, with(SQL_TOOLS, DOMAIN, APPLICATION, JDBC, "org.h2.."))
            .because("an adapter stands alone, so that it can be replaced alone");

    @ArchTest
    static final ArchRule the_sqlite_adapter_sees_only_what_sql_adapters_share = seesOnly(
                    SQLITE, with(SQL_TOOLS, DOMAIN, APPLICATION, JDBC, "org.sqlite.."))
            .because("an adapter stands alone, so that it can be replaced alone");

    @ArchTest
    static final ArchRule the_redis_adapter_sees_only_the_application_and_its_client = seesOnly(
                    REDIS, DOMAIN, APPLICATION, "io.lettuce.core..")
            .because("an adapter stands alone, so that it can be replaced alone");

    @ArchTest
    static final ArchRule adapters_do_not_see_each_other = slices().matching("dev.referee.adapter.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(resideInAPackage(ADAPTERS), resideInAPackage(JDBC))
            .allowEmptyShould(false)
            .because("only what all SQL adapters share may be used by another adapter");

    @ArchTest
    static final ArchRule the_suite_sees_only_the_application = seesOnly(
                    SUITE, with(JSON, DOMAIN, APPLICATION, "org.junit.jupiter.api..", "org.opentest4j..", "jdk.jfr.."))
            .because("a stranger's adapter is tested by it, without any of ours on the class path");

    @ArchTest
    static final ArchRule commands_know_no_permit = noClasses()
            .that(areIn("dev.referee.domain.command.."))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.referee.domain.permit..")
            .allowEmptyShould(false)
            .because("the values of a command serve any aggregate, not only permits");

    @ArchTest
    static final ArchRule the_engine_knows_no_permit = noClasses()
            .that(areIn("dev.referee.application.command.."))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.referee.domain.permit..", "dev.referee.application.permit..")
            .allowEmptyShould(false)
            .because("the engine serves any aggregate, not only permits");

    @ArchTest
    static final ArchRule permit_uses_the_engine_like_anyone_else = noClasses()
            .that(areIn("dev.referee.application.permit.."))
            .should()
            .dependOnClassesThat(resideInAPackage("dev.referee.application..internal..")
                    .and(not(resideInAPackage("dev.referee.application.permit.."))))
            .allowEmptyShould(false)
            .because("what the permit use cases can do, an embedding service can do with its own aggregate");

    @ArchTest
    static final ArchRule the_features_form_no_circle = slices().matching("dev.referee.application.(*)..")
            .should()
            .beFreeOfCycles()
            .ignoreDependency(resideInAPackage("dev.referee.application.port.."), alwaysTrue())
            .allowEmptyShould(false)
            .because("a feature can be read without those that build on it; the ports speak in the features' values");

    @ArchTest
    static final ArchRule no_sql_above_the_adapters = noClasses()
            .that(areIn(DOMAIN, APPLICATION))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..")
            .allowEmptyShould(false)
            .because("the ports name no SQL, so that an adapter without any can implement them");

    @ArchTest
    static final ArchRule the_library_is_silent = noClasses()
            .that(areIn(DOMAIN, APPLICATION, ADAPTERS))
            .should(ACCESS_STANDARD_STREAMS)
            .allowEmptyShould(false)
            .because("what is printed or not is for the embedding service to say; the suite alone prints its table");

    @ArchTest
    static final ArchRule no_sql_adapter_asks_the_clock_of_its_jvm = noClasses()
            .that(areIn(JDBC, POSTGRES, MYSQL, H2, SQLITE))
            .should()
            .accessTargetWhere(theWallClock())
            .allowEmptyShould(false)
            .because("claims and leases end by the database's clock: a client whose clock is wrong must change nothing;"
                    + " System.nanoTime, which measures waits, is no such clock");

    @ArchTest
    static final ArchRule nothing_logs_through_java_util_logging = noClasses()
            .that(areIn("dev.referee.."))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("java.util.logging..")
            .allowEmptyShould(false)
            .because("services that embed a library want its log lines where their own are");

    @ArchTest
    static final ArchRule every_package_is_null_marked = classes()
            .that(areIn("dev.referee.."))
            .should(resideInANullMarkedPackage())
            .allowEmptyShould(false)
            .because("NullAway skips a package without the mark, in silence");

    private static ArchRule seesOnly(String packages, String... others) {
        return classes()
                .that(areIn(packages))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(with(EVERYWHERE, with(others, packages)))
                        .or(primitivesOrArraysOfThem()))
                .allowEmptyShould(false);
    }

    /** A package's own description is no class of it: a package that holds nothing else counts as empty. */
    private static DescribedPredicate<JavaClass> areIn(String... packages) {
        return resideInAnyPackage(packages).and(not(simpleName("package-info")));
    }

    private static DescribedPredicate<JavaClass> primitivesOrArraysOfThem() {
        return DescribedPredicate.describe(
                "primitives or arrays of them",
                type -> type.getBaseComponentType().isPrimitive());
    }

    /** Calls of it and references to it, such as {@code Instant::now}. */
    private static DescribedPredicate<JavaAccess<?>> theWallClock() {
        return DescribedPredicate.describe("the JVM's wall clock is asked", access -> {
            JavaClass owner = access.getTargetOwner();
            String name = access.getName();
            if (owner.isEquivalentTo(System.class)) {
                return name.equals("currentTimeMillis");
            }
            if (owner.isAssignableTo(InstantSource.class)) {
                return name.startsWith("system")
                        || name.startsWith("tick")
                        || Set.of("instant", "millis").contains(name);
            }
            if (owner.isAssignableTo(Date.class) || owner.isAssignableTo(Calendar.class)) {
                return Set.of("<init>", "getInstance").contains(name);
            }
            return owner.getPackageName().startsWith("java.time") && name.equals("now");
        });
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package marked with @NullMarked") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is in a package without it"));
                }
            }
        };
    }

    private static String[] with(String[] some, String... more) {
        return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
    }
}
