package dev.referee.desk.users;

import dev.referee.domain.permit.Role;
import java.util.List;
import org.springframework.security.crypto.password.PasswordEncoder;

/** The users of {@code --demo}. Their password is known to everyone, so a hash of any strength would protect nothing. */
final class DemoUsers {

    private static final String PASSWORD = "demo";

    private DemoUsers() {}

    static List<DeskUser> all(PasswordEncoder encoder) {
        String hash = String.valueOf(encoder.encode(PASSWORD));
        return List.of(
                new DeskUser("reviewer47", hash, Role.REVIEWER.actor("47")),
                new DeskUser("reviewer81", hash, Role.REVIEWER.actor("81")),
                new DeskUser("supervisor1", hash, Role.SUPERVISOR.actor("supervisor1")),
                new DeskUser("applicant1", hash, Role.APPLICANT.actor("applicant1")));
    }
}
