package dev.referee.spring.web;

import dev.referee.application.idempotency.TimeToLive;
import dev.referee.application.port.IdempotencyStore;
import dev.referee.spring.RefereeIdempotencyAutoConfiguration;
import dev.referee.spring.RefereeProperties;
import jakarta.servlet.DispatcherType;
import java.util.List;
import java.util.function.Predicate;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.web.multipart.MultipartResolver;
import org.springframework.web.multipart.support.StandardServletMultipartResolver;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.HandlerExceptionResolver;

/** The filter, where the property {@code referee.idempotency.http.paths} names paths. */
@AutoConfiguration(
        after = RefereeIdempotencyAutoConfiguration.class,
        afterName = "org.springframework.boot.webmvc.autoconfigure.WebMvcAutoConfiguration")
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass(DispatcherServlet.class)
@Conditional(RefereeWebAutoConfiguration.PathsAreGiven.class)
@EnableConfigurationProperties({RefereeProperties.class, HttpIdempotencyProperties.class})
public final class RefereeWebAutoConfiguration {

    /** After Spring Security's chain, whose default is -100: a replay is an access like any other. */
    static final int ORDER = -50;

    private static final String SECURITY = "org.springframework.security.access.AccessDeniedException";

    @Bean
    FilterRegistrationBean<IdempotencyFilter> refereeIdempotencyFilter(
            IdempotencyStore store,
            RefereeProperties properties,
            HttpIdempotencyProperties http,
            ObjectProvider<CallerScope> scopes,
            ObjectProvider<AccessCheck> checks,
            @Qualifier("handlerExceptionResolver") HandlerExceptionResolver exceptions,
            ObjectProvider<MultipartResolver> multipart) {
        IdempotencyFilter filter = new IdempotencyFilter(
                store,
                FilterSettings.of(http, TimeToLive.of(properties.idempotency().timeToLive())),
                new Endpoints(http.paths(), http.methods()),
                new Access(
                        scopes.getIfAvailable(CallerScope::principal),
                        checks.orderedStream().toList(),
                        exceptions),
                multipart.stream().anyMatch(StandardServletMultipartResolver.class::isInstance),
                refusals());
        FilterRegistrationBean<IdempotencyFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(ORDER);
        registration.setDispatcherTypes(DispatcherType.REQUEST, DispatcherType.ASYNC);
        return registration;
    }

    private static Predicate<Throwable> refusals() {
        return ClassUtils.isPresent(SECURITY, null) ? new SecurityRefusals() : failure -> false;
    }

    /** A list may be given in several forms, so the binder is asked. */
    static final class PathsAreGiven extends SpringBootCondition {

        private static final String PATHS = "referee.idempotency.http.paths";

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            boolean given = !Binder.get(context.getEnvironment())
                    .bind(PATHS, Bindable.listOf(String.class))
                    .orElse(List.of())
                    .isEmpty();
            return new ConditionOutcome(given, ConditionMessage.of(PATHS + (given ? " names paths" : " is empty")));
        }
    }
}
