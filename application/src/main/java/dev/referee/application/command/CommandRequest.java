package dev.referee.application.command;

import dev.referee.domain.command.Actor;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Reason;
import dev.referee.domain.command.Revision;
import dev.referee.domain.command.TypeName;
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
            all = all.with("expected-revision", expected.get().value());
        }
        if (reason.isPresent()) {
            all = all.with("reason", reason.get().text());
        }
        return CommandDigest.of(command, key.subject(), all);
    }
}
