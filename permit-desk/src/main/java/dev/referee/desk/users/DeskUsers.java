package dev.referee.desk.users;

import dev.referee.desk.DeskRefusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.security.core.userdetails.UserDetails;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.core.userdetails.UsernameNotFoundException;

/** All users, fixed at start. Names are compared as they are. */
public final class DeskUsers implements UserDetailsService {

    private final Map<String, DeskUser> byName = new LinkedHashMap<>();
    private final List<String> demoNames;

    DeskUsers(List<DeskUser> demo, List<DeskUser> configured) {
        demoNames = demo.stream().map(DeskUser::getUsername).toList();
        addAll(demo);
        addAll(configured);
        if (byName.isEmpty()) {
            throw new DeskRefusal(
                    "No user is configured: set referee.desk.users[0].name, .password (bcrypt), .role and .id,"
                            + " or start with --demo.");
        }
    }

    private void addAll(List<DeskUser> users) {
        for (DeskUser user : users) {
            if (byName.put(user.getUsername(), user) != null) {
                throw new DeskRefusal("The user " + user.getUsername() + " is configured twice.");
            }
        }
    }

    /** The names of the demo users; empty without them. */
    public List<String> demoNames() {
        return demoNames;
    }

    @Override
    public UserDetails loadUserByUsername(String name) {
        DeskUser user = byName.get(name);
        if (user == null) {
            throw new UsernameNotFoundException("no such user");
        }
        return user;
    }
}
