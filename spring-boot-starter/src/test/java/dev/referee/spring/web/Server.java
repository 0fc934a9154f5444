package dev.referee.spring.web;

import dev.referee.adapter.inmemory.InMemoryIdempotencyStore;
import dev.referee.application.port.IdempotencyStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The endpoints on a real server, on a port of its own, with Spring Security before the filter. */
final class Server implements AutoCloseable {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(Endpoint.class)
    static class Application {

        @Bean
        SecurityFilterChain security(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/run/public")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .httpBasic(Customizer.withDefaults())
                    // Where the query asks for it, it looks for a parameter in a form's body, before the filter.
                    .csrf(csrf -> csrf.requireCsrfProtectionMatcher(request ->
                            "csrf".equals(request.getQueryString()) && !"right".equals(request.getParameter("token"))))
                    .build();
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(Stream.of("alice", "bob")
                    .map(name ->
                            User.withUsername(name).password("{noop}secret").build())
                    .toList());
        }
    }

    private final ConfigurableApplicationContext context;

    private Server(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** With claims in memory. */
    static Server start(String... properties) {
        return start(InMemoryIdempotencyStore.create(), properties);
    }

    static Server start(IdempotencyStore store, String... properties) {
        return run(
                new SpringApplicationBuilder(Application.class)
                        .initializers(context -> ((GenericApplicationContext) context)
                                .registerBean(IdempotencyStore.class, () -> store)),
                Stream.concat(
                                Stream.of(properties),
                                Stream.of("spring.autoconfigure.exclude="
                                        + "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"))
                        .toArray(String[]::new));
    }

    /** With whatever the properties lead to. */
    static Server run(SpringApplicationBuilder application, String... properties) {
        Stream<String> all = Stream.concat(
                Stream.of(
                        "server.port=0",
                        "spring.main.banner-mode=off",
                        "logging.level.root=warn",
                        "referee.idempotency.http.paths=/run/**"),
                Stream.of(properties));
        return new Server(application
                .web(WebApplicationType.SERVLET)
                .run(all.map(property -> "--" + property).toArray(String[]::new)));
    }

    Endpoint endpoint() {
        return context.getBean(Endpoint.class);
    }

    int runs() {
        return endpoint().runs.get();
    }

    int port() {
        return Integer.parseInt(Optional.ofNullable(context.getEnvironment().getProperty("local.server.port"))
                .orElseThrow());
    }

    HttpRequest.Builder request(String user, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .header("Authorization", authorization(user));
    }

    static String authorization(String user) {
        return "Basic " + Base64.getEncoder().encodeToString((user + ":secret").getBytes(StandardCharsets.UTF_8));
    }

    /** A POST of Alice's, with a text. */
    HttpRequest.Builder post(String path, String key, String body) {
        return request("alice", path)
                .header("Idempotency-Key", key)
                .header("Content-Type", "text/plain;charset=UTF-8")
                .POST(BodyPublishers.ofString(body));
    }

    Reply send(String path, String key) {
        return send(post(path, key, ""));
    }

    static Reply send(HttpRequest.Builder request) {
        try {
            return new Reply(HTTP.send(request.build(), BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What came back. */
    record Reply(HttpResponse<byte[]> response) {

        int status() {
            return response.statusCode();
        }

        byte[] body() {
            return response.body();
        }

        String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        String header(String name) {
            return String.join(" ", response.headers().allValues(name));
        }

        boolean isReplayed() {
            return header("Idempotency-Replayed").equals("true");
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
