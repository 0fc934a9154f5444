package dev.referee.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the starter to what users have, and its part without a web server to what is always there. */
@AnalyzeClasses(packages = "dev.referee.spring", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_starter_uses_the_library_like_anyone_else = noClasses()
            .that()
            .resideInAPackage("dev.referee.spring..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.referee..internal..")
            .allowEmptyShould(false)
            .because("what the starter configures, an application can configure by itself");

    @ArchTest
    static final ArchRule only_the_web_part_sees_the_web = noClasses()
            .that()
            .resideInAPackage("dev.referee.spring")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.referee.spring.web..",
                    "jakarta.servlet..",
                    "org.springframework.web..",
                    "org.springframework.http..",
                    "org.springframework.security..")
            .allowEmptyShould(false)
            .because("an application without a web server has none of it on its class path");

    @ArchTest
    static final ArchRule only_one_class_sees_spring_security = noClasses()
            .that()
            .resideInAPackage("dev.referee.spring..")
            .and()
            .doNotHaveSimpleName("SecurityRefusals")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework.security..")
            .allowEmptyShould(false)
            .because("the filter works without it, and that class is loaded only where it is");
}
