package dev.referee.spring.web;

import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;

/** Lets the body of a request go whose answer nobody will finish: its client is gone, for one. Its claim stays. */
final class Abandoned implements AsyncListener {

    private final Exchange exchange;

    Abandoned(Exchange exchange) {
        this.exchange = exchange;
    }

    @Override
    public void onComplete(AsyncEvent event) {
        exchange.close();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        // Whoever started it is told, too, and answers.
    }

    @Override
    public void onError(AsyncEvent event) {
        // As above.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Started again through the request, which adds a listener anew.
    }
}
