package dev.referee.application.command;

import dev.referee.application.port.AggregateStore;
import dev.referee.domain.command.OperationKey;
import dev.referee.domain.command.Subject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Cuts a list of commands into groups that may each be one transaction, and puts their answers back into the list's order. Commands with one key
 * but different aggregates (copies of an opening), or with one aggregate in two stores, are kept in order by ending all groups between them.
 */
final class CommandList {

    private final List<? extends Command<?>> commands;

    /** The places of the commands of each group, in the order in which the groups are to run. */
    private final List<List<Integer>> groups = new ArrayList<>();

    CommandList(List<? extends Command<?>> commands) {
        this.commands = List.copyOf(commands);
        cut();
    }

    /** What makes commands one group: the same store and aggregate. */
    private record Target(AggregateStore<?> store, Subject aggregate) {
        static Target of(Command<?> command) {
            return new Target(command.store(), command.aggregate());
        }
    }

    private void cut() {
        Map<Target, List<Integer>> open = new LinkedHashMap<>();
        Map<Object, Target> taken = new HashMap<>();
        for (int place = 0; place < commands.size(); place++) {
            Command<?> command = commands.get(place);
            Target target = Target.of(command);
            if (marks(command)
                    .anyMatch(mark -> !taken.getOrDefault(mark, target).equals(target))) {
                groups.addAll(open.values());
                open.clear();
                taken.clear();
            }
            marks(command).forEach(mark -> taken.put(mark, target));
            List<Integer> group = open.computeIfAbsent(target, each -> new ArrayList<>());
            if (group.size() == CommandEngine.MAX_TOGETHER) {
                groups.add(group);
                group = new ArrayList<>();
                open.put(target, group);
            }
            group.add(place);
        }
        groups.addAll(open.values());
    }

    /** What must not be met in two groups that run in any order: the operation's key, and the aggregate in whichever store. */
    private static Stream<Object> marks(Command<?> command) {
        OperationKey key = command.request().key();
        return Stream.of(key, List.of(key.namespace(), command.aggregate()));
    }

    List<CommandAnswer> answers(Function<List<Command<?>>, List<CommandAnswer>> run) {
        Map<Integer, CommandAnswer> answers = new TreeMap<>();
        for (List<Integer> group : groups) {
            List<CommandAnswer> given =
                    run.apply(group.stream().<Command<?>>map(commands::get).toList());
            for (int i = 0; i < given.size(); i++) {
                answers.put(group.get(i), given.get(i));
            }
        }
        return List.copyOf(answers.values());
    }
}
