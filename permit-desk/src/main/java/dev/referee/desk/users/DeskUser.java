package dev.referee.desk.users;

import dev.referee.domain.command.Actor;
import java.util.Collection;
import java.util.List;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.userdetails.UserDetails;

/** Someone who may sign in. The desk decides nothing by itself: what the {@link #actor} may do stands in the table of transitions. */
public final class DeskUser implements UserDetails {

    private static final long serialVersionUID = 1L;

    private final String name;
    private final String bcryptHash;
    private final transient Actor actor;

    DeskUser(String name, String bcryptHash, Actor actor) {
        this.name = name;
        this.bcryptHash = bcryptHash;
        this.actor = actor;
    }

    /** Who this user is in every command. */
    public Actor actor() {
        return actor;
    }

    @Override
    public String getUsername() {
        return name;
    }

    @Override
    public String getPassword() {
        return bcryptHash;
    }

    @Override
    public Collection<? extends GrantedAuthority> getAuthorities() {
        return List.of();
    }
}
