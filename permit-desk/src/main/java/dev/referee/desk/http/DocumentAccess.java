package dev.referee.desk.http;

import dev.referee.application.port.Adapter;
import dev.referee.application.port.CaseQueries;
import dev.referee.desk.users.DeskUser;
import dev.referee.domain.command.Actor;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import dev.referee.domain.permit.Role;
import dev.referee.spring.web.AccessCheck;
import jakarta.servlet.http.HttpServletRequest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;

/** Who may add documents: the case's applicant, its reviewers, and supervisors. Asked before a replay, too. */
@Component
class DocumentAccess implements AccessCheck {

    private static final Pattern UPLOAD = Pattern.compile("/cases/([^/;]+)/documents");

    private final CaseQueries cases;

    DocumentAccess(Adapter adapter) {
        this.cases = adapter.caseQueries();
    }

    @Override
    public void check(HttpServletRequest request) {
        Matcher path = UPLOAD.matcher(request.getRequestURI());
        if (!path.matches()) {
            // With other spellings of a path the desk does not deal.
            throw new ProblemException(Problems.of(HttpStatus.NOT_FOUND));
        }
        if (request.getUserPrincipal() instanceof Authentication signedIn
                && signedIn.getPrincipal() instanceof DeskUser user) {
            check(Requests.checked(() -> Requests.caseId(path.group(1))), user);
        } else {
            throw new ProblemException(Problems.of(HttpStatus.FORBIDDEN));
        }
    }

    void check(CaseId id, DeskUser user) {
        if (!mayAdd(user.actor(), find(id))) {
            throw new ProblemException(Problems.of(HttpStatus.FORBIDDEN));
        }
    }

    PermitCase find(CaseId id) {
        return cases.find(id).orElseThrow(() -> new ProblemException(Problems.noSuchCase(id)));
    }

    private static boolean mayAdd(Actor actor, PermitCase permitCase) {
        return Role.SUPERVISOR.isOf(actor)
                || actor.equals(permitCase.applicant())
                || permitCase.reviewers().stream()
                        .anyMatch(reviewer -> actor.equals(Role.REVIEWER.actor(Long.toString(reviewer.value()))));
    }
}
