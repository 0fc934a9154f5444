package dev.referee.desk.users;

import dev.referee.desk.DeskRefusal;
import dev.referee.domain.command.Actor;
import dev.referee.domain.command.Check;
import dev.referee.domain.command.Digits;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.permit.Role;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * One user in the configuration, {@code referee.desk.users[0].name} and so on.
 *
 * @param name what the user signs in with: 1 to 128 visible ASCII characters, no colon
 * @param password the password's bcrypt hash, never the password
 * @param role {@code applicant}, {@code reviewer} or {@code supervisor}
 * @param id the actor's id: for a reviewer the number that cases are assigned to
 */
record UserSettings(
        @DefaultValue("") String name,
        @DefaultValue("") String password,
        @DefaultValue("") String role,
        @DefaultValue("") String id) {

    private static final Pattern BCRYPT = Pattern.compile("\\$2[aby]\\$(0[4-9]|[12][0-9]|3[01])\\$[./A-Za-z0-9]{53}");

    /** Checks the settings. @throws DeskRefusal naming the property that is wrong, without its value if that is the password */
    DeskUser toUser(int index) {
        String prefix = "referee.desk.users[" + index + "].";
        try {
            Check.visibleAscii(prefix + "name", name, 128);
            if (name.indexOf(':') >= 0) {
                throw new InvalidValue(prefix + "name", "must not hold a colon");
            }
            if (!BCRYPT.matcher(password).matches()) {
                throw new InvalidValue(prefix + "password", "must be a bcrypt hash, such as $2a$12$...");
            }
            Role known = Arrays.stream(Role.values())
                    .filter(each -> each.wireName().equals(role))
                    .findFirst()
                    .orElseThrow(() -> new InvalidValue(prefix + "role", "must be one of " + roles()));
            Check.visibleAscii(prefix + "id", id, Actor.MAX_ID_BYTES);
            if (known == Role.REVIEWER && Digits.parse(id).orElse(0) == 0) {
                throw new InvalidValue(prefix + "id", "must be a reviewer's number, 1 to " + Long.MAX_VALUE);
            }
            return new DeskUser(name, password, known.actor(id));
        } catch (InvalidValue invalid) {
            throw new DeskRefusal("The property " + invalid.getMessage() + ".", invalid);
        }
    }

    private static String roles() {
        return Arrays.stream(Role.values()).map(Role::wireName).collect(Collectors.joining(", "));
    }

    /** Without the hash, so that no log holds it. */
    @Override
    public String toString() {
        return name + " (" + role + " " + id + ")";
    }
}
