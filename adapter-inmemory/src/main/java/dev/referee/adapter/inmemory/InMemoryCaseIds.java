package dev.referee.adapter.inmemory;

import dev.referee.application.port.CaseIds;
import dev.referee.application.port.FailureKind;
import dev.referee.application.port.Phase;
import dev.referee.application.port.StoreFailure;
import dev.referee.domain.permit.CaseId;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Counts in memory. It needs no transaction, but refuses to be called inside one, as the counters of databases do. */
final class InMemoryCaseIds implements CaseIds {

    private final InMemoryUnits units;
    private final AtomicLong last = new AtomicLong();

    InMemoryCaseIds(InMemoryUnits units) {
        this.units = units;
    }

    /** Every number: the counter is no part of what is stored. */
    @Override
    public Optional<CaseId> nextInStock() {
        return Optional.of(next());
    }

    @Override
    public CaseId next() {
        units.requireNone();
        try {
            return new CaseId(last.updateAndGet(used -> Math.addExact(used, 1)));
        } catch (ArithmeticException exhausted) {
            throw new StoreFailure(
                    FailureKind.REJECTED, Phase.BEGIN, false, "All case numbers are used up.", exhausted);
        }
    }

    @Override
    public void skipTo(CaseId used) {
        units.requireNone();
        last.accumulateAndGet(used.value(), Math::max);
    }
}
