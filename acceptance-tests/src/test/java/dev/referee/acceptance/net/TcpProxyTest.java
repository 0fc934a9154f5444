package dev.referee.acceptance.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class TcpProxyTest {

    private LineServer server;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new LineServer();
        proxy = TcpProxy.to("127.0.0.1", server.port());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
        assertEquals(List.of(), threadsOf(proxy), "threads left behind");
    }

    @Test
    void each_answered_request_is_one_round_trip_and_a_greeting_is_none() throws IOException {
        try (LineClient client = LineClient.greeted(proxy)) {
            assertEquals(0, proxy.traffic().roundTrips());
            for (int i = 1; i <= 5; i++) {
                assertEquals("ask " + i, client.ask("ask " + i));
                assertEquals(i, proxy.traffic().roundTrips());
            }
            assertEquals(new Traffic(1, 5, 30, 36), proxy.traffic());
            assertEquals(List.of(proxy.traffic()), connectionTraffic());
        }
    }

    @Test
    void requests_sent_before_the_first_answer_arrives_are_one_round_trip() throws IOException {
        proxy.delay(Duration.ofMillis(50));
        try (LineClient client = LineClient.greeted(proxy)) {
            Traffic before = proxy.traffic();
            client.send("a\n");
            client.send("b\n");
            client.send("c\n");
            assertEquals(List.of("a", "b", "c"), List.of(client.hear(), client.hear(), client.hear()));
            assertEquals(1, proxy.traffic().since(before).roundTrips());
        }
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    void a_request_whose_reply_is_cut_has_reached_the_server(Ending ending) throws Exception {
        proxy.endWith(ending);
        try (LineClient client = LineClient.greeted(proxy);
                LineClient other = LineClient.greeted(proxy)) {
            proxy.cutReplyToNextRequest();
            assertEnded(ending, () -> client.ask("commit"));
            assertEquals("commit", server.nextLine(0));
            assertEquals(0, proxy.traffic().roundTrips());
            assertEquals("again", other.ask("again"), "one request is cut, not two");
        }
    }

    @Test
    void a_request_of_many_segments_is_delivered_whole_before_its_reply_is_cut() throws Exception {
        try (LineClient client = LineClient.greeted(proxy)) {
            proxy.cutReplyToNextRequest();
            String half = "x".repeat(1_000_000);
            client.send(half);
            assertEquals("none", server.nextLine(50));
            assertEnded(Ending.RESET, () -> client.ask(half));
            assertEquals(half + half, server.nextLine(0));
        }
    }

    @Test
    void a_group_that_is_answered_in_pieces_is_delivered_whole_before_its_reply_is_cut() throws Exception {
        try (LineClient client = LineClient.greeted(proxy)) {
            proxy.cutReplyToNextRequest();
            client.send("insert\nupdate\ncommit\n");
            assertEnded(Ending.RESET, client::hear);
            assertEquals(
                    List.of("insert", "update", "commit"),
                    List.of(server.nextLine(5_000), server.nextLine(5_000), server.nextLine(5_000)));
        }
    }

    @ParameterizedTest
    @EnumSource(Ending.class)
    void a_request_that_is_cut_never_reaches_the_server(Ending ending) throws Exception {
        proxy.endWith(ending);
        try (LineClient client = LineClient.greeted(proxy)) {
            assertEquals("update", client.ask("update"));
            assertEquals("update", server.nextLine(0));
            proxy.cutNextRequest();
            assertEnded(ending, () -> client.ask("commit"));
            assertTrue(server.sawAnEnd());
            assertEquals("none", server.nextLine(0));
        }
    }

    @Test
    void a_cut_waits_for_the_text_that_it_was_given_even_across_segments() throws Exception {
        try (LineClient client = LineClient.greeted(proxy)) {
            proxy.cutReplyToNextRequestWith("Commit");
            assertEquals("com", client.ask("com"));
            assertEquals("mit", client.ask("mit"));
            client.send("com");
            assertEquals(List.of("com", "mit"), List.of(server.nextLine(0), server.nextLine(0)));
            assertEquals("none", server.nextLine(50));
            assertEnded(Ending.RESET, () -> client.ask("mit"));
            assertEquals("commit", server.nextLine(0));
        }
    }

    @Test
    void a_cut_can_be_meant_for_one_connection_and_be_taken_back() throws Exception {
        try (LineClient first = LineClient.greeted(proxy);
                LineClient second = LineClient.greeted(proxy)) {
            proxy.cutNextRequest();
            proxy.disarm();
            connectionOf(second).cutReplyToNextRequest();
            assertEquals("fine", first.ask("fine"));
            assertEnded(Ending.RESET, () -> second.ask("cut"));
        }
    }

    @Test
    void a_silent_relay_passes_nothing_on_until_it_is_restored() throws Exception {
        try (LineClient client = LineClient.greeted(proxy)) {
            proxy.silence();
            client.patience(100);
            assertThrows(SocketTimeoutException.class, () -> client.ask("one"));
            try (LineClient late = new LineClient(proxy)) {
                late.patience(100);
                assertThrows(SocketTimeoutException.class, late::hear);
                assertEquals("none", server.nextLine(0));
                proxy.restore();
                late.patience(10_000);
                assertEquals(LineServer.GREETING, late.hear());
            }
            client.patience(10_000);
            assertEquals("one", client.hear());
        }
    }

    @Test
    void one_connection_can_be_silent_while_others_are_not() throws Exception {
        try (LineClient silent = LineClient.greeted(proxy);
                LineClient other = LineClient.greeted(proxy)) {
            connectionOf(silent).silence();
            silent.patience(100);
            assertThrows(SocketTimeoutException.class, () -> silent.ask("one"));
            assertEquals("two", other.ask("two"));
            connectionOf(silent).restore();
            assertEquals("one", silent.hear());
        }
    }

    @Test
    void new_connections_can_be_refused_while_open_ones_go_on() throws Exception {
        try (LineClient client = LineClient.greeted(proxy)) {
            proxy.refuseNewConnections(true);
            assertThrows(ConnectException.class, () -> new LineClient(proxy));
            assertEquals("still", client.ask("still"));
            proxy.refuseNewConnections(false);
            try (LineClient late = LineClient.greeted(proxy)) {
                assertEquals("back", late.ask("back"));
            }
        }
    }

    @Test
    void all_connections_can_be_killed_at_once() throws Exception {
        try (LineClient first = LineClient.greeted(proxy);
                LineClient second = LineClient.greeted(proxy)) {
            proxy.killAll();
            assertEnded(Ending.RESET, () -> first.ask("one"));
            assertEnded(Ending.RESET, () -> second.ask("two"));
            assertEquals(List.of(), proxy.connections());
            try (LineClient third = LineClient.greeted(proxy)) {
                assertEquals("three", third.ask("three"));
            }
        }
    }

    @Test
    void a_delay_counts_once_for_what_is_sent_together_and_each_time_for_what_waits() throws Exception {
        proxy.delay(Duration.ofMillis(30));
        try (LineClient client = LineClient.greeted(proxy)) {
            long together = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                client.send("x\n");
            }
            for (int i = 0; i < 10; i++) {
                assertEquals("x", client.hear());
            }
            together = System.nanoTime() - together;
            long eachTime = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                assertEquals("y", client.ask("y"));
            }
            eachTime = System.nanoTime() - eachTime;
            assertTrue(together >= 60_000_000, "one round trip of 60 ms took " + together + " ns");
            assertTrue(eachTime >= 600_000_000, "ten round trips of 60 ms took " + eachTime + " ns");
            assertTrue(together < eachTime / 2, together + " ns together, " + eachTime + " ns one by one");
        }
    }

    @Test
    void an_end_is_passed_on_and_the_connection_forgotten() throws Exception {
        LineClient client = LineClient.greeted(proxy);
        client.ask("one");
        client.close();
        assertTrue(server.sawAnEnd());
        for (Thread thread : threadsOf(proxy)) {
            if (!thread.getName().endsWith("accept")) {
                thread.join(5_000);
            }
        }
        assertEquals(List.of(), proxy.connections());
    }

    @Test
    void closing_ends_connections_that_are_silent_delayed_or_refused() throws Exception {
        proxy.delay(Duration.ofSeconds(10));
        try (LineClient delayed = new LineClient(proxy)) {
            delayed.send("never\n");
            proxy.silence();
            proxy.refuseNewConnections(true);
            proxy.close();
            proxy.close();
            assertEnded(Ending.RESET, delayed::hear);
        }
        assertThrows(ConnectException.class, () -> new LineClient(proxy));
    }

    @Test
    void an_unreachable_server_resets_the_client() throws Exception {
        server.close();
        try (LineClient client = new LineClient(proxy)) {
            assertEnded(Ending.RESET, client::hear);
        }
    }

    @Test
    void bad_arguments_are_refused_with_their_limit() {
        assertThrows(IllegalArgumentException.class, () -> proxy.delay(Duration.ofMillis(-1)));
        assertThrows(IllegalArgumentException.class, () -> proxy.delay(Duration.ofSeconds(11)));
        assertThrows(IllegalArgumentException.class, () -> proxy.cutNextRequestWith("x".repeat(129)));
        assertThrows(IllegalArgumentException.class, () -> proxy.cutNextRequestWith("é"));
    }

    private interface Call {
        String run() throws IOException;
    }

    private static void assertEnded(Ending ending, Call call) throws IOException {
        if (ending == Ending.RESET) {
            assertThrows(SocketException.class, call::run);
        } else {
            assertEquals(LineClient.END, call.run());
        }
    }

    private ProxiedConnection connectionOf(LineClient client) {
        return proxy.connections().stream()
                .filter(c -> c.clientPort() == client.port())
                .findFirst()
                .orElseThrow();
    }

    private List<Traffic> connectionTraffic() {
        return proxy.connections().stream().map(ProxiedConnection::traffic).toList();
    }

    private static List<Thread> threadsOf(TcpProxy proxy) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(t -> t.getName().startsWith("tcp-proxy-" + proxy.port() + "-"))
                .toList();
    }
}
