package dev.referee.cookbook.signup;

/** A member as signed up. */
public record Member(MemberId id, EmailAddress email, Handle handle) {

    /** What it means that the e-mail address is there already. */
    public static final String EMAIL_TAKEN = "email-taken";

    /** What it means that the handle is there already. */
    public static final String HANDLE_TAKEN = "handle-taken";
}
