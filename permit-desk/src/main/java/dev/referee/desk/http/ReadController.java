package dev.referee.desk.http;

import static org.springframework.http.MediaType.APPLICATION_JSON_VALUE;

import dev.referee.application.permit.PermitCommands;
import dev.referee.application.port.Adapter;
import dev.referee.application.port.AuditEntry;
import dev.referee.application.port.AuditTrail;
import dev.referee.application.port.CaseQueries;
import dev.referee.desk.http.CaseView.CasePage;
import dev.referee.domain.permit.CaseId;
import dev.referee.domain.permit.PermitCase;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Shows cases as they are committed, to everyone who signed in. */
@RestController
@RequestMapping(path = "/cases", produces = APPLICATION_JSON_VALUE)
class ReadController {

    private final CaseQueries cases;
    private final AuditTrail audit;

    ReadController(Adapter adapter) {
        this.cases = adapter.caseQueries();
        this.audit = adapter.auditTrail();
    }

    @GetMapping
    CasePage list(HttpServletRequest request) {
        return CasePage.of(cases.list(Requests.checked(() -> Query.of(request))));
    }

    @GetMapping("/{id}")
    ResponseEntity<CaseView> one(@PathVariable String id) {
        CaseId caseId = Requests.checked(() -> Requests.caseId(id));
        PermitCase found = cases.find(caseId).orElseThrow(() -> new ProblemException(Problems.noSuchCase(caseId)));
        return ResponseEntity.ok().eTag(Answers.etag(found.revision())).body(CaseView.of(found));
    }

    /** Every case has an audit row from its opening on, so no row means no case. */
    @GetMapping("/{id}/history")
    List<HistoryRow> history(@PathVariable String id) {
        CaseId caseId = Requests.checked(() -> Requests.caseId(id));
        List<AuditEntry> entries = audit.of(PermitCommands.NAMESPACE, caseId.subject());
        if (entries.isEmpty()) {
            throw new ProblemException(Problems.noSuchCase(caseId));
        }
        return entries.stream().map(HistoryRow::of).toList();
    }
}
