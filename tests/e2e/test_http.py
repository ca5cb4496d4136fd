# sanitized: also runs against the sanitized binary
"""The HTTP server among strangers: limits, slow and hostile clients, who may ask, and how it ends."""
import contextlib
import json
import os
import pathlib
import re
import select
import signal
import socket
import struct
import time
import unittest

from harness import HARBOUR, PATIENCE, Case, in_threads

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
POST = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"


class Wire:
    """One connection that sends bytes as they are and reads one answer after the other."""

    def __init__(self, port, source=None, receive_buffer=None, segment=None):
        self.socket = socket.socket()
        if segment:
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, segment)
        if receive_buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        if source:
            self.socket.bind((source, 0))
        self.socket.settimeout(PATIENCE)
        try:
            self.socket.connect(("127.0.0.1", port))
        except OSError:
            self.socket.close()
            raise
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, *pieces):
        for piece in pieces:
            self.socket.sendall(piece)
        return self

    def reset(self):
        """Closes with a reset, as a client that was killed."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def more(self):
        try:
            piece = self.socket.recv(65536)
        except ConnectionError:
            return False
        self.rest += piece
        return bool(piece)

    def answer(self, bodiless=False):
        """(status, headers, body) of the next answer; None when the server has closed."""
        while b"\r\n\r\n" not in self.rest:
            if not self.more():
                return None
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        status = int(lines[0].split()[1])
        length = 0 if bodiless or status < 200 or status in (204, 304) else int(headers["content-length"])
        while len(self.rest) < length:
            if not self.more():
                raise AssertionError("the answer ends early")
        body, self.rest = self.rest[:length], self.rest[length:]
        return status, headers, body

    def to_end(self):
        while self.more():
            pass
        return self.rest


class Http(Case):
    def setUp(self):
        super().setUp()
        self.build(HARBOUR)

    def wire(self, server, **options):
        wire = Wire(server.port, **options)
        self.addCleanup(wire.socket.close)
        return wire

    def wait_until(self, holds, what):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.01)

    def sockets(self, server):
        """How many sockets the server holds."""
        count = 0
        for entry in pathlib.Path(f"/proc/{server.process.pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                count += os.readlink(entry).startswith("socket:")
        return count

    def is_problem(self, headers, body, status):
        self.assertEqual(headers["content-type"], "application/problem+json")
        self.assertEqual(json.loads(body)["status"], status)
        self.assertTrue(json.loads(body)["detail"])

    def is_rpc_error(self, headers, body, code=-32000):
        self.assertEqual(headers["content-type"], "application/json")
        message = json.loads(body)
        self.assertEqual((message["jsonrpc"], message["id"], message["error"]["code"]), ("2.0", None, code))
        self.assertTrue(message["error"]["message"])


class Limits(Http):
    def test_large_headers_are_431_and_a_long_target_414(self):
        server = self.serve("--most-header-bytes", "4KiB", "--most-line-bytes", "4KiB")
        for request, status in ((GET + b"X: " + b"a" * 5_000 + b"\r\n\r\n", 431), (GET + b"X: y\r\n" * 1_000 + b"\r\n", 431),
                                (b"GET /" + b"a" * 5_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
                                (GET + b"X: " + b"a" * 3_000 + b"\r\n\r\n", 200)):
            with self.subTest(request=request[:40]):
                got, headers, body = self.wire(server).send(request).answer()
                self.assertEqual(got, status)
                if status != 200:
                    self.is_problem(headers, body, status)
                    self.assertEqual(headers["connection"], "close")

    def test_a_head_that_cannot_be_read_is_refused_as_its_door_words_errors(self):
        server = self.serve("--most-header-bytes", "4KiB", "--most-line-bytes", "4KiB", "--header-time", "400ms")
        long, post = b"a" * 5_000, b"POST /mcp HTTP/1.1\r\nHost: localhost\r\n"
        for request, status in ((post + b"X: " + long, 431), (b"POST /mcp?" + long, 414), (b"POST /mcp/ HTTP/1.1\r\nHo", 408), (post + b"X : y\r\n\r\n", 400),
                                (post + b"Host: evil.example\r\n\r\n", 400), (b"POST /mcp HTTP/1.1\r\n\r\n", 400), (post + b"X: a\n\r\n", 400)):
            for rest, is_mcp in ((request, True), (request.replace(b"/mcp", b"/api/search", 1), False)):
                with self.subTest(request=rest[:50]):
                    got, headers, body = self.wire(server).send(rest).answer()
                    self.assertEqual((got, headers["connection"]), (status, "close"))
                    self.is_rpc_error(headers, body) if is_mcp else self.is_problem(headers, body, status)
        for request, status in ((b"POST /mcp", 408), (b"POST /" + long, 414), (b"POST /mcp" + long, 414)):
            got, headers, body = self.wire(server).send(request).answer()
            self.assertEqual(got, status)
            self.is_problem(headers, body, status)  # nobody knows yet whose path it is

    def test_a_large_body_is_413_for_the_announcement_alone(self):
        server = self.serve("--most-body-bytes", "10KiB")
        for framing in (b"Content-Length: 10241\r\n\r\n", b"Content-Length: 10241\r\nExpect: 100-continue\r\n\r\n",
                        b"Transfer-Encoding: chunked\r\n\r\n2801\r\n"):
            with self.subTest(framing=framing):
                status, headers, body = self.wire(server).send(POST, framing).answer()
                self.assertEqual(status, 413)
                self.is_rpc_error(headers, body)
        status, headers, body = self.wire(server).send(b"POST /api/search HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10241\r\n\r\n").answer()
        self.assertEqual(status, 413)
        self.is_problem(headers, body, 413)
        self.assertEqual(server.post(b" " * (10_240 - len(PING)) + PING).status, 200)

    def test_a_client_that_is_still_sending_its_large_body_gets_the_answer(self):
        server = self.serve()
        answer = server.request("POST", "/mcp", b"x" * 2_000_000, {**JSON, "Origin": "http://localhost:6274"})
        self.assertEqual(answer.status, 413)
        self.assertEqual(answer.headers["access-control-allow-origin"], "http://localhost:6274", "a page can read why")

    def test_connections_beyond_the_limit_are_503_and_served_again_when_one_ends(self):
        server = self.serve("--most-connections", "2")
        first, second = self.wire(server), self.wire(server)
        for wire in (first, second):
            self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200)
        status, headers, _ = self.wire(server).answer()
        self.assertEqual((status, headers["retry-after"], headers["connection"]), (503, "1", "close"))
        self.assertEqual(first.send(GET, b"\r\n").answer()[0], 200)
        second.socket.close()

        def is_served():
            with Wire(server.port) as wire, contextlib.suppress(ConnectionError):
                return wire.send(GET, b"\r\n").answer()[0] == 200
        self.wait_until(is_served, "a free place is not given away")

    def test_one_address_cannot_take_every_connection(self):
        server = self.serve("--most-connections-per-address", "2")
        greedy = [self.wire(server) for _ in range(2)]
        for wire in greedy:
            self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200)
        self.assertEqual(self.wire(server).answer()[0], 503)
        self.assertEqual(self.wire(server, source="127.0.0.2").send(GET, b"\r\n").answer()[0], 200)

    def test_the_limit_of_requests_a_minute_is_429_with_the_time_to_wait(self):
        server = self.serve("--requests-per-minute", "5")
        for _ in range(5):
            self.assertEqual(server.post(PING).status, 200)
        answer = server.post(PING, {"Origin": "https://claude.ai"})
        self.assertEqual(answer.status, 429)
        self.is_rpc_error(answer.headers, answer.body)
        self.assertIn(int(answer.headers["retry-after"]), range(1, 61))
        self.assertEqual(answer.headers["access-control-allow-origin"], "https://claude.ai")
        answer = server.get("/api/search?q=ferry")
        self.assertEqual(answer.status, 429, "MCP and search share the limit")
        self.is_problem(answer.headers, answer.body, 429)
        self.assertIn(int(answer.headers["retry-after"]), range(1, 61))
        self.assertEqual(server.get("/healthz").status, 200, "health checks are not counted")

    def test_with_nothing_left_what_is_no_call_keeps_its_own_answer_and_takes_nothing(self):
        server = self.serve("--requests-per-minute", "2")
        origin = {"Origin": "http://localhost:1"}

        def others():
            answers = [server.request("GET", "/mcp"), server.request("DELETE", "/mcp"), server.request("OPTIONS", "/mcp", headers=origin), server.post(PING, {"Host": "evil.example"}),
                       server.post(PING, {"Origin": "https://evil.example"}), server.post(PING, {"Content-Type": "text/plain"}), server.post(PING, {"Accept": "text/html"}),
                       server.request("OPTIONS", "/api/search", headers=origin), server.request("POST", "/api/search?q=ferry"), server.get("/api/search?q=ferry", {"Host": "evil.example"})]
            self.assertEqual(answers[0].headers["allow"], "POST, OPTIONS")
            self.assertEqual(answers[2].headers["access-control-allow-origin"], origin["Origin"])
            return [answer.status for answer in answers]
        expected = [405, 405, 204, 403, 403, 415, 406, 204, 405, 403]
        self.assertEqual(others(), expected)
        self.assertEqual([server.post(PING).status, server.get("/api/search?q=ferry").status, server.post(PING).status], [200, 200, 429])
        self.assertEqual(server.post(b"{").status, 429, "a message is looked at after that")
        self.assertEqual(others(), expected)

    def test_each_tool_call_of_a_batch_counts(self):
        def batch(*methods):
            return [{"jsonrpc": "2.0", "id": i, "method": method, "params": {"name": "search", "arguments": {"query": "ferry"}}} for i, method in enumerate(methods)]
        server = self.serve("--requests-per-minute", "5")
        answers = server.post(batch("tools/call", "ping", "tools/call", "tools/list", "tools/call")).json()
        self.assertEqual([sorted(answer)[-1] for answer in answers], ["result"] * 5)
        answer = server.post(batch("tools/call", "tools/call", "tools/call", "ping", "tools/call"))
        self.assertEqual(answer.status, 200)
        self.assertEqual(["result" in entry for entry in answer.json()], [True, True, False, True, False])
        error = answer.json()[2]["error"]
        self.assertEqual(error["code"], -32000)
        self.assertIn(error["data"]["retryAfterSeconds"], range(1, 61))
        self.assertEqual(answer.json()[4]["error"]["data"].keys(), {"retryAfterSeconds"})
        answer = server.post(batch("ping"))
        self.assertEqual(answer.status, 429, "nothing is left")
        self.is_rpc_error(answer.headers, answer.body)

    def test_a_batch_leaves_others_their_turn_and_health_is_answered_at_once(self):
        server = self.serve("--server-threads", "1")
        words = " ".join(f"harbuor{i}x" for i in range(64))  # each is looked for with its typos
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": {"query": words}}}
        body = json.dumps([call] * 20).encode()
        batches = [self.wire(server).send(POST, b"Content-Length: %d\r\n\r\n" % len(body), body) for _ in range(40)]

        def unanswered():
            readable, _, _ = select.select([wire.socket for wire in batches], [], [], 0)
            return len(batches) - len(readable)
        self.assertEqual(server.get("/healthz").status, 200)
        self.assertGreater(unanswered(), 20, "health waited for them")
        self.assertEqual(server.get("/api/search?q=ferry").status, 200)
        self.assertGreater(unanswered(), 20, "the search waited for whole batches")
        for wire in batches:
            status, _, answers = wire.answer()
            self.assertEqual((status, len(json.loads(answers))), (200, 20))

    def test_no_limit_of_requests_is_spelled_0_and_is_what_a_private_server_has(self):
        for arguments in (("--requests-per-minute", "0", "--public-url", "https://docs.example"), ()):
            server = self.serve(*arguments)
            for _ in range(70):
                self.assertEqual(server.get("/api/search?q=ferry").status, 200)

    def test_what_comes_to_a_private_server_through_a_proxy_is_limited_from_the_start(self):
        server = self.serve()
        answers = [server.get("/api/search?q=ferry", {"X-Forwarded-For": f"198.51.100.{i}"}).status for i in range(61)]
        self.assertEqual(answers, [200] * 60 + [429])
        self.assertEqual(server.get("/api/search?q=ferry").status, 200, "a program on this machine")
        for header in ("Forwarded", "Via", "X-Forwarded-Proto", "X-Real-IP", "CF-Connecting-IP"):
            self.assertEqual(server.post(PING, {header: "x"}).status, 429, header)
        # As nginx asks when it is told nothing but where to.
        self.assertEqual(self.wire(server).send(b"GET /api/search?q=ferry HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n").answer()[0], 429)
        output = server.output()
        self.assertEqual(output.count("proxy_not_trusted"), 1)
        self.assertIn("--trusted-proxy", output)

    def test_a_trusted_proxy_of_a_private_server_gives_each_client_the_limit(self):
        server = self.serve("--trusted-proxy", "127.0.0.1")
        for client in ("198.51.100.1", "198.51.100.2"):
            self.assertEqual([server.post(PING, {"X-Forwarded-For": client}).status for _ in range(61)], [200] * 60 + [429])
        self.assertNotIn("proxy_not_trusted", server.output())

    def test_a_name_that_is_not_loopback_comes_from_elsewhere(self):
        server = self.serve("--allow-host", "docs.example")
        answers = [server.get("/api/search?q=ferry", {"Host": "docs.example"}).status for _ in range(61)]
        self.assertEqual(answers, [200] * 60 + [429])

    def test_a_public_server_has_a_limit_from_the_start(self):
        server = self.serve("--public-url", "https://docs.example")
        answers = [server.get("/api/search?q=ferry").status for _ in range(61)]
        self.assertEqual(answers, [200] * 60 + [429])

    def test_clients_behind_a_trusted_proxy_have_limits_of_their_own(self):
        def statuses(server, *forwarded):
            return [server.get("/api/search?q=ferry", {"X-Forwarded-For": one} if one else {}).status for one in forwarded]
        server = self.serve("--requests-per-minute", "1", "--trusted-proxy", "127.0.0.0/8")
        self.assertEqual(statuses(server, "198.51.100.1", "198.51.100.2", "2001:db8::1", "2001:db8:0:1::1"), [200] * 4)
        # Whatever a client puts in front of what the proxy appends; neighbours of one /64; IPv4 in IPv6.
        self.assertEqual(statuses(server, "1.1.1.1, 198.51.100.1", "9.9.9.9,198.51.100.2", "2001:db8::2", "::ffff:198.51.100.1"), [429] * 4)
        for header in ("CF-Connecting-IP", "X-Real-IP", "Forwarded", "True-Client-IP"):
            self.assertEqual(server.get("/api/search?q=ferry", {"X-Forwarded-For": "198.51.100.1", header: "203.0.113.9"}).status, 429, header)
        server = self.serve("--requests-per-minute", "1")
        self.assertEqual(statuses(server, "198.51.100.1", "198.51.100.2"), [200, 429], "nobody else is believed")

    def test_a_public_server_without_a_trusted_proxy_says_that_clients_share_a_limit(self):
        server = self.serve("--public-url", "https://docs.example")
        self.assertIn("--trusted-proxy", server.output())
        self.assertNotIn("--trusted-proxy", self.serve("--public-url", "https://docs.example", "--trusted-proxy", "127.0.0.1").output())


class SlowClients(Http):
    def dropped(self, wire, least):
        start = time.monotonic()
        answer = wire.to_end()
        took = time.monotonic() - start
        self.assertGreater(took, least)
        self.assertLess(took, PATIENCE / 2)
        return answer

    def test_headers_that_do_not_end_are_408_in_time(self):
        server = self.serve("--header-time", "400ms")
        self.assertIn(b"HTTP/1.1 408 ", self.dropped(self.wire(server).send(b"GET / HTTP/1.1\r\nHo"), 0.2))
        self.dropped(self.wire(server), 0.2)  # not a byte

    def test_a_byte_now_and_then_gives_no_more_time(self):
        server = self.serve("--header-time", "400ms", "--body-time", "400ms")
        for head in (b"GET / HTTP/1.1\r\n", POST + b"Content-Length: 200000\r\n\r\n"):
            wire = self.wire(server).send(head)
            start, closed = time.monotonic(), False
            while not closed and time.monotonic() - start < PATIENCE:
                with contextlib.suppress(ConnectionError):
                    wire.send(b"X: y\r\n" if head.startswith(b"GET") else b"x")
                readable, _, _ = select.select([wire.socket], [], [], 0.03)
                closed = bool(readable)
            self.assertTrue(closed, head)
            self.assertIn(b" 408 ", wire.to_end())

    def test_a_body_that_does_not_end_is_a_408_of_its_door_in_time(self):
        server = self.serve("--body-time", "400ms")
        wire = self.wire(server).send(POST + b"Content-Length: 100\r\n\r\n" + b"{")
        status, headers, body = wire.answer()
        self.assertEqual(status, 408)
        self.is_rpc_error(headers, body)
        self.assertEqual(wire.to_end(), b"")

    def test_an_idle_connection_is_closed_without_a_word(self):
        server = self.serve("--idle-time", "400ms")
        wire = self.wire(server).send(GET, b"\r\n")
        self.assertEqual(wire.answer()[0], 200)
        self.assertEqual(self.dropped(wire, 0.2), b"")

    def test_a_client_that_does_not_read_is_dropped(self):
        server = self.serve("--write-time", "500ms")
        before = self.sockets(server)
        wire = self.wire(server, receive_buffer=4096)
        wire.socket.settimeout(1)
        with contextlib.suppress(TimeoutError, ConnectionError):
            for _ in range(10_000):
                wire.send(b"GET /api/search?q=the+harbour&limit=100 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.wait_until(lambda: self.sockets(server) <= before, "the server still waits for it")
        self.assertEqual(server.get("/healthz").status, 200)

    def test_hundreds_of_slow_clients_hold_up_nobody(self):
        server = self.serve()
        slow = [self.wire(server).send(POST) for _ in range(300)]
        self.assertEqual(server.get("/api/search?q=ferry").status, 200)
        self.assertEqual(server.post(PING).json()["result"], {})
        for wire in slow:
            wire.socket.close()

    def test_thousands_of_idle_connections_hold_up_nobody(self):
        server = self.serve("--most-connections-per-address", "5000")
        idle = [self.wire(server) for _ in range(2_000)]
        for wire in (idle[0], idle[-1]):
            self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200)
        self.assertEqual(server.post(PING).status, 200)
        self.assertEqual(server.stop(), 0, "they do not delay the end either")

    def test_a_kept_connection_waits_for_no_delayed_acknowledgement(self):
        server = self.serve()
        wire, times = self.wire(server), []
        wire.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(30):
            start = time.monotonic()
            wire.send(POST + b"Content-Length: %d\r\n\r\n" % len(PING), PING)
            self.assertEqual(wire.answer()[0], 200)
            times.append(time.monotonic() - start)
        self.assertLess(min(times), 0.035, "Nagle's algorithm and a delayed acknowledgement make it 40 ms")

    def test_clients_that_vanish_leave_nothing_behind(self):
        server = self.serve()
        self.assertEqual(server.get("/healthz").status, 200)
        self.wait_until(lambda: self.sockets(server) <= 2, "connections of before")
        before = self.sockets(server)
        for request in (b"", b"GET / HT", POST + b"Content-Length: 100\r\n\r\n{", GET + b"\r\n",
                        b"GET /api/search?q=the HTTP/1.1\r\nHost: localhost\r\n\r\n") * 100:
            wire = self.wire(server)
            with contextlib.suppress(ConnectionError):
                wire.send(request)
            wire.reset()
        self.assertEqual(server.get("/healthz").status, 200)
        self.wait_until(lambda: self.sockets(server) <= before, "connections are left over")


SHAPES = {
    "two lengths": (POST + b"Content-Length: 0\r\nContent-Length: 40\r\n\r\n", 400),
    "two equal lengths": (POST + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n", 400),
    "a list of lengths": (POST + b"Content-Length: 0, 0\r\n\r\n", 400),
    "a length with a sign": (POST + b"Content-Length: +0\r\n\r\n", 400),
    "a length in hexadecimal": (POST + b"Content-Length: 0x0\r\n\r\n", 400),
    "length and coding": (POST + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "coding and length": (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n", 400),
    "a coding that nearly is": (POST + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400),
    "a coding with a tab": (POST + b"Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n", 400),
    "two codings": (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", 400),
    "a coding in front": (POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 501),
    "a coding in HTTP/1.0": (b"POST /mcp HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    "a space before the colon": (POST + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
    "a bare line feed": (b"GET / HTTP/1.1\nHost: localhost\n\n", 400),
    "a bare line feed among others": (GET + b"X: a\nTransfer-Encoding: chunked\r\n\r\n", 400),
    "a bare carriage return": (GET + b"X: a\rTransfer-Encoding: chunked\r\n\r\n", 400),
    "a continued line": (GET + b"X: a\r\n b\r\n\r\n", 400),
    "a continued first header": (b"GET / HTTP/1.1\r\n Host: localhost\r\n\r\n", 400),
    "NUL in a value": (GET + b"X: a\0b\r\n\r\n", 400),
    "NUL in a name": (GET + b"X\0: a\r\n\r\n", 400),
    "NUL in the target": (b"GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "a space in the target": (b"GET /a b HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "no name": (GET + b": a\r\n\r\n", 400),
    "no colon": (GET + b"nonsense\r\n\r\n", 400),
    "no Host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "two Hosts": (GET + b"Host: evil.example\r\n\r\n", 400),
    "a Host that is none": (b"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400),
    "two Origins": (POST + b"Origin: http://localhost\r\nOrigin: http://evil.example\r\n\r\n", 400),
    "HTTP/2": (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"a" * 40 + b"\r\n\r\n", 400),
    "a tunnel": (b"CONNECT evil.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n", 400),
    "an unknown expectation": (POST + b"Expect: miracles\r\nContent-Length: 0\r\n\r\n", 417),
}
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Messages(Http):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def chunked(self, body, head=POST):
        return self.wire(self.server).send(head, b"Transfer-Encoding: chunked\r\n\r\n", body)

    def test_ambiguous_requests_are_refused_and_what_follows_is_never_a_request(self):
        for name, (request, status) in SHAPES.items():
            with self.subTest(name):
                answers = self.wire(self.server).send(request, SMUGGLED).to_end()
                self.assertTrue(answers.startswith(b"HTTP/1.1 %d " % status), answers[:200])
                self.assertEqual(len(re.findall(rb"HTTP/1\.1 \d\d\d ", answers)), 1, answers)
                self.assertNotIn(b'"status":"ok"', answers)
                self.assertNotIn(b"access-control-allow-origin", answers)
                self.assertIn(b"connection: close", answers)

    def test_pipelined_requests_are_answered_in_order(self):
        words = ["ferry", "tides", "berths", "dogs", "storm"]
        wire = self.wire(self.server).send(b"".join(
            b"GET /api/search?q=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % word.encode() for word in words))
        self.assertEqual([json.loads(wire.answer()[2])["query"] for _ in words], words)
        wire.send(POST + b"Content-Length: %d\r\n\r\n" % len(PING) + PING + GET + b"\r\n")
        self.assertEqual(json.loads(wire.answer()[2])["result"], {})
        self.assertEqual(json.loads(wire.answer()[2])["status"], "ok")

    def test_a_bad_request_in_a_pipeline_takes_nothing_from_those_before_it(self):
        answers = self.wire(self.server).send(GET + b"\r\n" + GET + b"\r\n" + b"nonsense\r\n\r\n" + SMUGGLED).to_end()
        self.assertEqual(re.findall(rb"HTTP/1\.1 (\d+)", answers), [b"200", b"200", b"400"])

    def test_requests_that_arrive_byte_by_byte_are_read(self):
        wire = self.wire(self.server)
        for byte in POST + b"Content-Length: %d\r\n\r\n" % len(PING) + PING:
            wire.send(bytes([byte]))
        self.assertEqual(wire.answer()[0], 200)

    def test_chunked_bodies_are_read(self):
        for body in (b"28\r\n" + PING + b"\r\n0\r\n\r\n", b"5\r\n" + PING[:5] + b"\r\n23\r\n" + PING[5:] + b"\r\n0\r\n\r\n",
                     b"28;name=value\r\n" + PING + b"\r\n0\r\nTrailer: x\r\n\r\n", b"0028\r\n" + PING + b"\r\n000\r\n\r\n"):
            with self.subTest(body=body):
                wire = self.chunked(body)
                self.assertEqual(json.loads(wire.answer()[2])["result"], {})
                self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200, "the next request begins where the body ends")

    def test_broken_chunks_are_400_and_close(self):
        for body in (b"xyz\r\n", b"-1\r\n", b"28\n" + PING + b"\r\n0\r\n\r\n", b"28\r\n" + PING + b"0\r\n\r\n", b" 28\r\n" + PING + b"\r\n0\r\n\r\n",
                     b"FFFFFFFFFFFFFFFFF\r\nx", b"1;" + b"x" * 70_000, b"\r\n",
                     b"28\n", b"28;a\n", b"28\r\n" + PING + b"\n", b"28\r\n" + PING + b"\r\n0\n", b"28\r\n" + PING + b"\r\n0\r\nX: y\n"):
            with self.subTest(body=body[:40]):
                wire = self.chunked(body)
                status, headers, text = wire.answer()
                self.assertEqual(status, 400)
                self.is_rpc_error(headers, text)
                self.assertEqual(wire.send(b"").to_end(), b"")
        self.assertEqual(self.chunked(b"FFFFFFFF\r\n").answer()[0], 413)

    def test_a_body_that_is_cut_off_is_no_request(self):
        for request in (POST + b"Content-Length: 100\r\n\r\n" + PING, POST + b"Transfer-Encoding: chunked\r\n\r\n28\r\n" + PING):
            wire = self.wire(self.server).send(request)
            wire.socket.shutdown(socket.SHUT_WR)
            self.assertNotIn(b" 200 ", wire.to_end())

    def test_a_client_that_has_ended_sending_gets_its_answer(self):
        wire = self.wire(self.server).send(GET, b"\r\n")
        wire.socket.shutdown(socket.SHUT_WR)
        self.assertEqual(wire.answer()[0], 200)

    def test_head_is_get_without_the_body(self):
        for path in ("/", "/healthz", "/api/search?q=ferry"):
            wire = self.wire(self.server).send(b"HEAD %s HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n" % path.encode())
            status, headers, _ = wire.answer(bodiless=True)
            get = self.server.get(path, {"Host": "localhost", "Accept": "text/html"})
            self.assertEqual((status, headers["content-type"]), (200, get.headers["content-type"]))
            self.assertGreater(int(headers["content-length"]), 0)
            self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200, "no body stands between the two")

    def test_a_wrong_method_is_405_and_names_the_right_ones(self):
        for path, methods, allowed in (("/mcp", ("GET", "HEAD", "PUT", "DELETE", "PATCH"), "POST, OPTIONS"),
                                       ("/api/search", ("POST", "PUT", "DELETE"), "GET, HEAD, OPTIONS"),
                                       ("/healthz", ("POST", "DELETE"), "GET, HEAD, OPTIONS"), ("/", ("POST", "PUT"), "GET, HEAD")):
            for method in methods:
                answer = self.server.request(method, path)
                self.assertEqual((answer.status, answer.headers["allow"]), (405, allowed), method + path)
        self.assertEqual(self.server.request("BREW", "/mcp").status, 405)

    def test_expect_100_continue_is_answered_before_the_body(self):
        wire = self.wire(self.server).send(POST, b"Expect: 100-continue\r\nContent-Length: %d\r\n\r\n" % len(PING))
        self.assertEqual(wire.answer()[0], 100)
        self.assertEqual(json.loads(wire.send(PING).answer()[2])["result"], {})

    def test_a_connection_is_kept_and_closed_as_its_client_wants(self):
        for version, header, kept in ((b"1.1", b"", True), (b"1.1", b"Connection: close\r\n", False), (b"1.0", b"", False),
                                      (b"1.0", b"Connection: keep-alive\r\n", True)):
            wire = self.wire(self.server).send(b"GET /healthz HTTP/" + version + b"\r\nHost: localhost\r\n" + header + b"\r\n")
            self.assertEqual(wire.answer()[0], 200)
            if kept:
                self.assertEqual(wire.send(GET, b"\r\n").answer()[0], 200)
            else:
                self.assertEqual(wire.to_end(), b"")

    def test_answers_are_plain_whatever_codings_the_client_takes(self):
        for accept in ("gzip, br, zstd", "*", "identity"):
            answer = self.server.get("/api/search?q=ferry", {"Accept-Encoding": accept})
            self.assertNotIn("content-encoding", answer.headers)
            self.assertTrue(answer.json()["hits"])

    def test_an_offer_of_http2_is_ignored(self):
        answer = self.server.post(PING, {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": "AAMAAABkAAQAAP__"})
        self.assertEqual(answer.json()["result"], {})

    def test_unknown_paths_are_404_json(self):
        for path in ("/nothing", "/sse", "/mcp/sse", "/mcpx", "//mcp", "/%2e%2e/etc/passwd", "/../../etc/passwd", "/.well-known/oauth-authorization-server"):
            answer = self.server.get(path)
            self.assertEqual(answer.status, 404, path)
            self.is_problem(answer.headers, answer.body, 404)
            self.assertNotIn("www-authenticate", answer.headers)

    def test_a_client_that_looks_for_mcp_at_the_root_sees_no_page_for_people(self):
        for method, headers, status in (("GET", {}, 404), ("GET", {"Accept": "*/*"}, 404), ("GET", {"Accept": "text/event-stream"}, 404),
                                        ("GET", {"Accept": "application/json, text/event-stream"}, 404), ("POST", JSON, 405)):
            answer = self.server.request(method, "/", PING if method == "POST" else None, headers)
            self.assertEqual(answer.status, status)
            self.is_problem(answer.headers, answer.body, status)
            self.assertIn("/mcp", answer.json()["detail"])
        browser = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
        self.assertIn("text/html", self.server.get("/", browser).headers["content-type"])


class WhoMayAsk(Http):
    PATHS = ("/", "/api/search?q=ferry")

    def statuses(self, server, host):
        return [server.get(path, {"Host": host, "Accept": "text/html"}).status for path in self.PATHS] + [server.post(PING, {"Host": host}).status]

    def test_a_name_that_is_not_the_servers_own_is_refused_everywhere_but_for_health(self):
        server = self.serve()
        for host in ("evil.example", "evil.example:80", f"evil.example:{server.port}", "127.0.0.1.evil.example", "localhost.evil.example", "192.0.2.1", ""):
            self.assertEqual(self.statuses(server, host), [403] * 3, host)
            self.assertEqual(server.get("/healthz", {"Host": host}).status, 200)
        self.assertIn("host_refused", server.output())
        self.assertIn("evil.example", server.output())
        for host in ("localhost", f"LOCALHOST:{server.port}", "127.0.0.1:1", "[::1]:8080"):
            self.assertEqual(self.statuses(server, host), [200] * 3, host)

    def test_a_name_is_taken_when_the_settings_give_it(self):
        for arguments in (("--allow-host", "docs.example"), ("--public-url", "https://Docs.example/x/"), ("--allow-host", "*")):
            server = self.serve("--requests-per-minute", "0", *arguments)
            self.assertEqual(self.statuses(server, "docs.example"), [200] * 3, arguments)
            self.assertEqual(self.statuses(server, "other.example"), [200 if "*" in arguments else 403] * 3, arguments)

    def test_a_request_of_http_1_0_without_a_host_gets_health_only(self):
        server = self.serve()
        self.assertEqual(self.wire(server).send(b"GET /healthz HTTP/1.0\r\n\r\n").answer()[0], 200)
        self.assertEqual(self.wire(server).send(b"GET /api/search?q=ferry HTTP/1.0\r\n\r\n").answer()[0], 403)

    def test_pages_of_other_origins_cannot_read_a_search(self):
        server = self.serve("--allow-origin", "https://www.example.org")
        path = "/api/search?q=ferry"
        for origin in ("https://www.example.org", "http://localhost:1313", "http://127.0.0.1:8000"):
            self.assertEqual(server.get(path, {"Origin": origin}).headers["access-control-allow-origin"], origin)
        for origin in ("https://evil.example", "null", "https://www.example.org.evil.example", "http://www.example.org"):
            answer = server.get(path, {"Origin": origin})
            self.assertNotIn("access-control-allow-origin", answer.headers)
            self.assertEqual(server.post(PING, {"Origin": origin}).status, 403, origin)
        self.assertIn("origin", server.get(path).headers["vary"].lower())

    def test_an_origin_is_answered_as_a_browser_writes_it_or_not_at_all(self):
        server = self.serve()
        for sent, answered in (("HTTP://LocalHost:80", "http://localhost"), ("http://localhost:8000/mcp", "http://localhost:8000"), ("http://localhost:1/x\"'", None),
                               ("http://evil.example@localhost", None), ("localhost", None), ("http:localhost", None)):
            for answer in (server.get("/api/search?q=ferry", {"Origin": sent}), server.post(PING, {"Origin": sent})):
                self.assertEqual(answer.headers.get("access-control-allow-origin"), answered, sent)
            self.assertEqual(server.post(PING, {"Origin": sent}).status, 200 if answered else 403, sent)

    def test_an_origin_may_be_configured_as_people_write_one(self):
        for written in ("https://my.site/", "HTTPS://My.Site:443"):
            server = self.serve("--allow-origin", written)
            self.assertEqual(server.get("/api/search?q=ferry", {"Origin": "https://my.site"}).headers["access-control-allow-origin"], "https://my.site")
            self.assertEqual(server.post(PING, {"Origin": "https://my.site"}).status, 200)
            self.assertEqual(server.post(PING, {"Origin": "http://my.site"}).status, 403)

    def test_parameters_that_mean_nothing_are_named(self):
        answer = self.serve().get("/api/search?q=ferry&tree=v1&path=a").json()
        self.assertEqual(answer["ignored_parameters"], ["tree", "path"])

    def test_a_preflight_is_answered_for_both_doors(self):
        server = self.serve("--allow-origin", "https://www.example.org")
        for path, method in (("/mcp", "POST"), ("/api/search?q=x", "GET")):
            headers = {"Origin": "https://www.example.org", "Access-Control-Request-Method": method, "Access-Control-Request-Headers": "content-type"}
            answer = server.request("OPTIONS", path, headers=headers)
            self.assertEqual((answer.status, answer.body), (204, b""))
            self.assertEqual(answer.headers["access-control-allow-origin"], "https://www.example.org")
            self.assertIn(method, answer.headers["access-control-allow-methods"])
            self.assertIn("content-type", answer.headers["access-control-allow-headers"])
            other = server.request("OPTIONS", path, headers={**headers, "Origin": "https://evil.example"})
            self.assertNotIn("access-control-allow-origin", other.headers)

    def test_addresses_behind_a_prefix_are_those_that_clients_see(self):
        server = self.serve("--public-url", "https://docs.example/mcp-proxy/", "--requests-per-minute", "0")
        page = server.get("/", {"Host": "docs.example", "Accept": "text/html"})
        self.assertIn("https://docs.example/mcp-proxy/mcp", page.body.decode())
        self.assertNotIn("127.0.0.1", page.body.decode())
        self.assertIn("https://docs.example/mcp-proxy/mcp", server.output())
        self.assertIn("default-src 'none'", page.headers["content-security-policy"])
        self.assertNotIn(b"<script", page.body)
        self.assertEqual(page.headers["x-content-type-options"], "nosniff")

    def test_paths_are_answered_with_the_prefix_of_the_public_url_and_without(self):
        server = self.serve("--public-url", "https://docs.example/docs-ai/", "--requests-per-minute", "0")
        for prefix in ("", "/docs-ai"):
            self.assertEqual(server.post(PING, path=prefix + "/mcp").json()["result"], {})
            self.assertTrue(server.get(prefix + "/api/search?q=ferry").json()["hits"])
            self.assertEqual(server.get(prefix + "/healthz").json()["status"], "ok")
            self.assertEqual(server.get(prefix + "/", {"Accept": "text/html"}).status, 200)
            self.assertIn("limit", server.get(prefix + "/api/search?q=ferry&limit=x").body.decode())
            self.is_rpc_error(*(lambda answer: (answer.headers, answer.body))(server.post(b"{", path=prefix + "/mcp")), code=-32700)
        for path in ("/docs-aix/mcp", "/docs-ai/docs-ai/mcp", "/docs/mcp", "/docs-ai/x"):
            answer = server.get(path)
            self.assertEqual(answer.status, 404, path)
            self.assertIn("/docs-ai/mcp", answer.json()["detail"])

    def test_it_listens_on_both_families(self):
        for listen, hosts in (("[::]:0", ("127.0.0.1", "::1")), ("localhost:0", ("127.0.0.1", "::1")), ("[::1]:0", ("::1",))):
            server = self.serve("--listen", listen)
            for host in hosts:
                with socket.create_connection((host, server.port), timeout=PATIENCE) as connection:
                    connection.sendall(GET + b"Connection: close\r\n\r\n")
                    self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200"), (listen, host))


class SearchOverHttp(Http):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_any_query_gets_an_answer_or_a_reason(self):
        for query, status in (("q=ferry", 200), ("%71=ferry", 200), ("q=fer%ffry", 200), ("q=%ff%fe", 200), ("q=%00", 200), ("q=ferry%00", 200),
                              ("q=%", 200), ("q=%2", 200), ("q=%zz", 200), ("q=%ED%A0%80", 200), ("q=" + "x" * 10_000, 200), ("q=" + "ferry+" * 1_600, 200),
                              ("q=ferry%0d%0aX-Evil:+1", 200), ("q=%3Cscript%3E", 200), ("q=ferry&q=tides", 200), ("&&q=ferry&&=&", 200), ("q=the", 200),
                              ("q=%22ferry", 200), ("q=-%3E", 200), ("q=ferry&limit=", 200), ("q=ferry&limit=100", 200), ("q=ferry&mode=keyword", 200),
                              ("q=", 400), ("q", 400), ("q=+++", 400), ("", 400), ("Q=ferry", 400), ("q=ferry&limit=0", 400), ("q=ferry&limit=101", 400),
                              ("q=ferry&limit=-1", 400), ("q=ferry&limit=abc", 400), ("q=ferry&limit=1.5", 400), ("q=ferry&limit=1e1", 400), ("q=ferry&limit=+5", 400),
                              ("q=ferry&limit=99999999999999999999999", 400), ("q=ferry&limit=%00", 400), ("q=ferry&mode=magic", 400), ("q=" + "x" * 10_001, 400), ("q=" + "%E6%BC%A2" * 10_000, 200), ("q=" + "%E6%BC%A2" * 10_001, 400), ("q=" + "%F0%9F%98%80" * 10_000, 200),
                              ("q=" + "x" * 140_000, 414)):
            with self.subTest(query=query[:60]):
                wire = self.wire(self.server).send(b"GET /api/search?" + query.encode() + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
                got, headers, body = wire.answer()
                self.assertEqual(got, status, body[:200])
                self.assertNotIn("x-evil", headers)
                if status == 200:
                    answer = json.loads(body)
                    self.assertTrue(answer["hits"] or answer["unmatched_words"] or answer.get("degraded"), "a silent nothing")
                    self.assertNotIn("<script", "".join(hit["snippet"] for hit in answer["hits"]))
                else:
                    self.is_problem(headers, body, status)

    def test_the_characters_of_a_query_are_data(self):
        for code in list(range(1, 0x30)) + [0x3A, 0x3F, 0x40, 0x5B, 0x5C, 0x60, 0x7B, 0x7E, 0x7F, 0x80, 0xFF]:
            answer = self.server.get(f"/api/search?q=ferry%{code:02x}dogs")
            self.assertEqual(answer.status, 200, code)
            self.assertEqual(answer.json()["hits"][0]["id"], "ferry/index.html", code)

    def test_a_limit_is_kept_and_the_snippet_holds_marks_only(self):
        for limit in (1, 3):
            self.assertEqual(len(self.server.get(f"/api/search?q=the&limit={limit}").json()["hits"]), limit)
        for hit in self.server.get("/api/search?q=next_tide+max-age&limit=100").json()["hits"]:
            self.assertEqual(re.findall(r"<(?!/?mark>)", hit["snippet"]), [])

    def test_an_entity_tag_saves_the_second_answer(self):
        first = self.server.get("/api/search?q=ferry")
        again = self.server.get("/api/search?q=ferry", {"If-None-Match": first.headers["etag"]})
        self.assertEqual((again.status, again.body), (304, b""))
        self.assertEqual(self.server.get("/api/search?q=tides", {"If-None-Match": first.headers["etag"]}).status, 200)

    def test_health_says_what_is_loaded(self):
        answer = self.server.get("/healthz")
        self.assertEqual((answer.status, answer.headers["content-type"], answer.headers["cache-control"]), (200, "application/json", "no-store"))
        health, manifest = answer.json(), json.loads((self.folder / "index/manifest.json").read_text())
        self.assertEqual({name: health[name] for name in ("status", "generation", "sequence", "built_at", "pages", "chunks")},
                         {"status": "ok", "generation": manifest["generation"], "sequence": manifest["sequence"], "built_at": manifest["built_at"],
                          "pages": manifest["page_count"], "chunks": manifest["chunk_count"]})
        self.assertIn(health["age_seconds"], range(0, 3_600))

    def test_many_clients_at_once_get_their_own_answers(self):
        words = ["ferry", "tides", "berths", "dogs", "storm", "harbour"]

        def ask(i):
            wire = Wire(self.server.port)
            with wire:
                for word in words[i % 6:] + words[:i % 6]:
                    wire.send(b"GET /api/search?q=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % word.encode())
                    if json.loads(wire.answer()[2])["query"] != word:
                        raise AssertionError("somebody else's answer")
        self.assertEqual(in_threads(16, ask), [])


class Ending(Http):
    def setUp(self):
        super().setUp()
        self.page("site/long.html", "Long", "".join(f"<p>Paragraph {i} of many.</p>" for i in range(2000)))
        self.build("site", "--most-drop", "1")

    def half_sent(self, server):
        """A request of which head and half of the body are there."""
        wire = self.wire(server).send(POST + b"Content-Length: %d\r\n\r\n" % len(PING) + PING[:9])
        self.wait_until(lambda: server.get("/healthz").status == 200, "no health")
        return wire

    def in_flight(self, server):
        """A request whose client reads no further than the first bytes of its long answer."""
        wire = self.wire(server, receive_buffer=4096, segment=536)  # the kernel keeps little of it
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fetch", "arguments": {"id": "long.html"}}}
        body = json.dumps([call] * 20).encode()
        wire.send(POST, b"Content-Length: %d\r\n\r\n" % len(body), body)
        self.assertTrue(wire.more())
        return wire

    def told_to_stop(self, server):
        server.process.send_signal(signal.SIGTERM)
        self.wait_until(lambda: "server_stopping" in server.output(), "SIGTERM is not heard")

    def test_a_request_in_flight_is_answered_before_the_end(self):
        for ending in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            server = self.serve("--stop-time", "60s", "--write-time", "60s")
            wire, idle = self.in_flight(server), self.wire(server).send(GET, b"\r\n")
            self.assertEqual(idle.answer()[0], 200)
            server.process.send_signal(ending)
            self.assertEqual(idle.to_end(), b"", "idle connections end first")
            status, _, body = wire.answer()
            self.assertEqual((status, len(json.loads(body))), (200, 20))
            self.assertEqual(wire.to_end(), b"")
            self.assertEqual(server.process.wait(PATIENCE), 0)
            self.assertIn("server_stopped", server.output())

    def test_a_request_that_is_not_there_whole_holds_up_no_end(self):
        server = self.serve("--stop-time", "10m", "--header-time", "10m", "--body-time", "10m")
        head, body = self.wire(server).send(POST), self.half_sent(server)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(PATIENCE), 0)
        for wire in (head, body):
            status, headers, text = wire.answer()
            self.assertEqual((status, headers["connection"], headers["retry-after"]), (503, "close", "1"))
            self.is_rpc_error(headers, text)
            self.assertEqual(wire.to_end(), b"")

    def test_a_server_that_is_to_outlive_its_terminal_does(self):
        server = self.serve(hangup=signal.SIG_IGN)
        server.process.send_signal(signal.SIGHUP)
        for _ in range(20):
            self.assertEqual(server.get("/healthz").status, 200)
        self.assertNotIn("server_stopping", server.output())

    def test_a_stopping_server_takes_no_new_connections(self):
        server = self.serve("--stop-time", "60s", "--write-time", "60s")
        wire = self.in_flight(server)
        self.told_to_stop(server)

        def is_refused():
            try:
                with Wire(server.port) as late:
                    return late.send(GET, b"\r\n").answer() is None
            except ConnectionError:
                return True
        self.wait_until(is_refused, "it still answers")
        wire.to_end()
        self.assertEqual(server.process.wait(PATIENCE), 0)

    def test_a_client_that_never_ends_is_waited_for_no_longer_than_the_stop_time(self):
        server = self.serve("--stop-time", "300ms")
        self.in_flight(server)
        start = time.monotonic()
        self.told_to_stop(server)
        self.assertEqual(server.process.wait(PATIENCE), 0)
        self.assertGreater(time.monotonic() - start, 0.25)

    def test_a_second_signal_ends_it_at_once(self):
        server = self.serve("--stop-time", "10m")
        self.in_flight(server)
        self.told_to_stop(server)
        server.process.send_signal(signal.SIGTERM)
        self.assertEqual(server.process.wait(PATIENCE), -signal.SIGTERM)

    def test_a_port_that_is_taken_is_named_with_the_next_step(self):
        server = self.serve()
        done = self.run_door("serve", "--index", "index", "--listen", f"127.0.0.1:{server.port}")
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn(f"127.0.0.1:{server.port}", done.err)
        self.assertIn("another port", done.err)
        self.assertEqual(server.get("/healthz").status, 200)

    def test_a_server_that_cannot_start_says_why(self):
        for arguments, said in ((("--listen", "8080"), "port is missing"), (("--listen", "docs.example:80"), "IP address or localhost"),
                                (("--listen", "127.0.0.1:99999"), "0 to 65535"), (("--index", "nowhere"), "nowhere"), (("--header-time", "0"), "--header-time"),
                                (("--most-body-bytes", "12"), "--most-body-bytes"), (("--requests-per-minute", "-1"), "--requests-per-minute"),
                                (("--public-url", "docs.example"), "--public-url"), (("--trusted-proxy", "nginx"), "nginx")):
            done = self.run_door("serve", "--index", "index", "--listen", "127.0.0.1:0", *arguments)
            self.assertEqual(done.code, 2, arguments)
            self.assertIn(said, done.err)

    def test_an_address_can_be_taken_again_at_once(self):
        server = self.serve()
        wire = self.wire(server).send(GET, b"\r\n")
        self.assertEqual(wire.answer()[0], 200)
        self.assertEqual(server.stop(), 0)
        again = self.serve("--listen", f"127.0.0.1:{server.port}")
        self.assertEqual(again.get("/healthz").status, 200)


if __name__ == "__main__":
    unittest.main()
