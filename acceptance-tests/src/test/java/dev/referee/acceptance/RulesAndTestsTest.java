package dev.referee.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.referee.acceptance.report.RuleId;
import dev.referee.acceptance.rules.Rules;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Holds RULES.md and the tests of the suite together. */
class RulesAndTestsTest {

    @Test
    void every_rule_has_a_test() {
        NavigableSet<String> untested = RuleBook.ids();
        assertFalse(untested.isEmpty());
        tests().forEach(test -> RuleId.ofTest(test.getName()).ifPresent(untested::remove));
        assertEquals(List.of(), List.copyOf(untested), "rules without a test");
    }

    @Test
    void every_test_names_a_rule() {
        NavigableSet<String> ids = RuleBook.ids();
        List<String> nameless = tests().map(Method::getName)
                .filter(name -> RuleId.ofTest(name).filter(ids::contains).isEmpty())
                .toList();
        assertEquals(List.of(), nameless, "tests that name no rule of RULES.md");
    }

    @Test
    void every_class_of_rules_is_run_by_the_suite() {
        NavigableSet<String> run = new TreeSet<>();
        nested().forEach(type -> run.add(type.getSuperclass().getName()));
        NavigableSet<String> all = new TreeSet<>();
        ReflectionSupport.findAllClassesInPackage(
                        Rules.class.getPackageName(),
                        type -> Rules.class.isAssignableFrom(type)
                                && type != Rules.class
                                && Modifier.isPublic(type.getModifiers()),
                        name -> true)
                .forEach(type -> all.add(type.getName()));
        assertEquals(all, run);
    }

    private static Stream<Method> tests() {
        return nested().flatMap(type -> Stream.of(Test.class, TestTemplate.class)
                .flatMap(annotation ->
                        AnnotationSupport.findAnnotatedMethods(type, annotation, HierarchyTraversalMode.TOP_DOWN)
                                .stream()));
    }

    private static Stream<Class<?>> nested() {
        return Arrays.stream(AcceptanceSuite.class.getDeclaredClasses())
                .filter(type -> AnnotationSupport.isAnnotated(type, Nested.class));
    }
}
