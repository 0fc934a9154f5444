package dev.referee.desk.http;

import jakarta.servlet.DispatcherType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.firewall.RequestRejectedHandler;

/**
 * HTTP Basic on every path, known or not; no sessions, no cookies.
 *
 * <p>There is no CSRF token. A browser that has been asked for a password sends it along with requests of other sites too, but only with those
 * that a form could make: every command needs a header (Idempotency-Key) and a media type or method that no form has, for which a browser asks
 * first (CORS), and the desk never consents. A token would need the session that this leaves out.
 */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {

    private static final String CHALLENGE = "Basic realm=\"permit desk\", charset=\"UTF-8\"";

    @Bean
    SecurityFilterChain filters(HttpSecurity http) {
        AuthenticationEntryPoint entryPoint = (request, response, failure) -> {
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, CHALLENGE);
            ProblemResponses.write(Problems.of(HttpStatus.UNAUTHORIZED), response);
        };
        return http.authorizeHttpRequests(requests -> requests.dispatcherTypeMatchers(DispatcherType.ERROR)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .httpBasic(basic -> basic.authenticationEntryPoint(entryPoint))
                .exceptionHandling(exceptions -> exceptions
                        .authenticationEntryPoint(entryPoint)
                        .accessDeniedHandler((request, response, denied) ->
                                ProblemResponses.write(Problems.of(HttpStatus.FORBIDDEN), response)))
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .formLogin(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .headers(Customizer.withDefaults())
                .build();
    }

    /** Answers what Spring Security's firewall rejects: odd paths, methods and header values. */
    @Bean
    RequestRejectedHandler rejectedRequests() {
        return (request, response, rejected) -> ProblemResponses.write(Problems.of(HttpStatus.BAD_REQUEST), response);
    }
}
