package dev.referee.cookbook;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the recipes to what a reader of theirs has: the public parts of the library. */
@AnalyzeClasses(packages = "dev.referee.cookbook", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule recipes_are_written_against_what_users_have = classes()
            .that(resideInAPackage("dev.referee.cookbook.."))
            .should()
            .onlyDependOnClassesThat(resideInAnyPackage(
                            "java.lang..",
                            "java.time..",
                            "java.util..",
                            "org.jspecify.annotations..",
                            "dev.referee.cookbook..",
                            "dev.referee.domain..",
                            "dev.referee.application..",
                            "dev.referee.adapter.jdbc",
                            "dev.referee.adapter.inmemory")
                    .or(com.tngtech.archunit.base.DescribedPredicate.describe(
                            "primitives or arrays of them",
                            type -> type.getBaseComponentType().isPrimitive())))
            .allowEmptyShould(false)
            .because("whoever copies a recipe has the library's public API, and no more");

    @ArchTest
    static final ArchRule services_know_no_store = noClasses()
            .that()
            .resideInAPackage("dev.referee.cookbook..")
            .and()
            .haveSimpleNameNotStartingWith("Sql")
            .and()
            .haveSimpleNameNotStartingWith("InMemory")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.referee.adapter..")
            .allowEmptyShould(false)
            .because("a recipe's service runs on every engine; what differs is in its stores");

    @ArchTest
    static final ArchRule recipes_do_not_see_each_other = slices().matching("dev.referee.cookbook.(*)..")
            .should()
            .notDependOnEachOther()
            .allowEmptyShould(false)
            .because("each is copied alone");
}
