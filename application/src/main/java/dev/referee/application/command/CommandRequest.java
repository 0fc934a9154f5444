package dev.referee.application.command;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.InvalidValue;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.TypeName;
import java.util.List;
import java.util.Optional;

/**
 * What is asked, by whom, under which key. Two requests with the same key are the same operation if actor and digest are equal; the digest is
 * made of the command's name and version, the key's subject, the expected revision, the reason and the fields.
 *
 * @param expected the revision that the caller has seen; the engine does not compare it, the decision does
 * @param reason for the audit row
 * @param fields all else that makes the request what it is
 */
public record CommandRequest(
        OperationKey key,
        Actor actor,
        TypeName command,
        Optional<Revision> expected,
        Optional<Reason> reason,
        Fields fields) {

    private static final String EXPECTED_REVISION = "expected-revision";
    private static final String REASON = "reason";

    /** @throws InvalidValue if a field has a name of the request's own: {@code expected-revision} or {@code reason} */
    public CommandRequest {
        for (String reserved : List.of(EXPECTED_REVISION, REASON)) {
            if (fields.has(reserved)) {
                throw new InvalidValue("field " + reserved, "has a name that the request itself uses");
            }
        }
    }

    /** A request without expected revision, reason and fields; add them with the methods below. */
    public static CommandRequest of(OperationKey key, Actor actor, TypeName command) {
        return new CommandRequest(key, actor, command, Optional.empty(), Optional.empty(), Fields.NONE);
    }

    public CommandRequest expecting(Revision revision) {
        return new CommandRequest(key, actor, command, Optional.of(revision), reason, fields);
    }

    public CommandRequest because(Reason why) {
        return new CommandRequest(key, actor, command, expected, Optional.of(why), fields);
    }

    public CommandRequest with(Fields allFields) {
        return new CommandRequest(key, actor, command, expected, reason, allFields);
    }

    /** The digest, as 64 hexadecimal digits. */
    public String digest() {
        Fields all = fields;
        if (expected.isPresent()) {
            all = all.with(EXPECTED_REVISION, expected.get().value());
        }
        if (reason.isPresent()) {
            all = all.with(REASON, reason.get().text());
        }
        return CommandDigest.of(command, key.subject(), all);
    }
}
