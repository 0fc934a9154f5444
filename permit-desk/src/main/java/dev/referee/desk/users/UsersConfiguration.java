package dev.referee.desk.users;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;

@Configuration(proxyBeanMethods = false)
class UsersConfiguration {

    private static final Duration REMEMBERED = Duration.ofMinutes(5);
    private static final int LEAST_BCRYPT_STRENGTH = 4;

    /**
     * Who may sign in.
     *
     * @param demo whether the demo users may, besides those that are listed
     */
    @ConfigurationProperties("referee.desk")
    record UsersProperties(
            @DefaultValue("false") boolean demo,
            @DefaultValue List<UserSettings> users) {}

    @Bean
    PasswordEncoder passwordEncoder() {
        return new RememberingEncoder(new BCryptPasswordEncoder(), REMEMBERED, System::nanoTime);
    }

    @Bean
    DeskUsers deskUsers(UsersProperties properties) {
        List<DeskUser> demo =
                properties.demo() ? DemoUsers.all(new BCryptPasswordEncoder(LEAST_BCRYPT_STRENGTH)) : List.of();
        List<DeskUser> configured = new ArrayList<>();
        for (int i = 0; i < properties.users().size(); i++) {
            configured.add(properties.users().get(i).toUser(i));
        }
        return new DeskUsers(demo, configured);
    }
}
