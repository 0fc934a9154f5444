package dev.referee.acceptance.net;

/** Holds the fault that was ordered, until it fires: once. */
final class Slot {

    private volatile Fault armed = Fault.NONE;

    synchronized void arm(Fault fault) {
        armed = fault;
    }

    boolean isEmpty() {
        return armed.kind() == Fault.Kind.NONE;
    }

    /** Takes the fault out if it fires on these bytes of a request, which may be its first. */
    synchronized Fault.Kind fire(byte[] request, boolean first) {
        Fault fault = armed;
        if (!fault.isIn(request)) {
            return Fault.Kind.NONE;
        }
        if (fault.others() > 0) {
            armed = first ? fault.afterOneMore() : fault;
            return Fault.Kind.NONE;
        }
        armed = Fault.NONE;
        return fault.kind();
    }
}
