package dev.referee.acceptance.engine;

/**
 * A row with unique values: nobody else has the e-mail address, which is the guard {@link #EMAIL}, nor the handle, {@link #HANDLE}; nor the id,
 * which is no guard.
 *
 * @param handle a fixture on a database inserts NULL for empty text, which the column must refuse
 */
public record Member(String id, String email, String handle) {

    public static final String EMAIL = "email-taken";
    public static final String HANDLE = "handle-taken";
}
