package dev.referee.cookbook.order;

import dev.referee.domain.command.Revision;
import java.util.ArrayList;
import java.util.List;

// sample: model
/**
 * An order with its lines. The order is their parent: whoever changes a line locks the order.
 *
 * @param placed whether it was placed; then it takes no more lines
 * @param lines in the order of their numbers, which begin at 1
 */
public record Order(OrderId id, Revision revision, boolean placed, List<Line> lines) {

    public Order {
        lines = List.copyOf(lines);
    }

    public static Order empty(OrderId id) {
        return new Order(id, Revision.FIRST, false, List.of());
    }

    public long totalCents() {
        return lines.stream().mapToLong(Line::cents).sum();
    }

    public Order with(Line line) {
        List<Line> more = new ArrayList<>(lines);
        more.add(line);
        return new Order(id, revision.next(), placed, more);
    }

    public Order asPlaced() {
        return new Order(id, revision.next(), true, lines);
    }
}
// end
