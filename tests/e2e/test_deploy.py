"""An index folder as deployments treat it: read-only, copied in pieces, pulled away, damaged; and a server's memory over time."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import struct
import subprocess
import time
import unittest

from harness import BIN, HARBOUR, PATIENCE, Case, clean_environment

NOBODY = 65534


class Deployed(Case):
    def setUp(self):
        super().setUp()
        self.build(HARBOUR)
        self.manifest = json.loads((self.folder / "index/manifest.json").read_text())
        self.generation = self.folder / "index/generations" / self.manifest["generation"]

    def as_nobody(self, *arguments):
        """A command of a user that owns nothing here."""
        if os.geteuid() != 0:
            self.skipTest("only root can become another user; CI runs as root")
        door = self.folder / "sitedoor"
        if not door.exists():
            shutil.copy(BIN, door)
        os.chmod(self.folder, 0o755)
        done = subprocess.run([door, *map(str, arguments)], cwd=self.folder, capture_output=True, env=clean_environment(), timeout=PATIENCE,
                              user=NOBODY, group=NOBODY, extra_groups=[])
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_a_read_only_index_is_served_and_searched(self):
        code, out, err = self.as_nobody("search", "ferry", "--index", "index", "--json")
        self.assertEqual((code, json.loads(out)["hits"][0]["id"]), (0, "ferry/index.html"), err)
        self.assertEqual(self.as_nobody("report", "--index", "index")[0], 0)
        server = subprocess.Popen([self.folder / "sitedoor", "serve", "--index", "index", "--listen", "127.0.0.1:0"], cwd=self.folder, user=NOBODY,
                                  group=NOBODY, extra_groups=[], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, env=clean_environment())
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stderr.readline().decode()
        port = int(re.search(r"address=\S+:(\d+)", line).group(1))
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
            connection.sendall(b"GET /api/search?q=ferry HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(connection.recv(100).startswith(b"HTTP/1.1 200"))

    def test_missing_rights_are_said_with_the_path_and_the_user(self):
        for arguments, path in ((("build", "--source", HARBOUR, "--index", "index"), "index/lock"), (("build", "--source", HARBOUR, "--index", "new"), "new"),
                                (("rollback", "--index", "index"), "index/lock")):
            code, out, err = self.as_nobody(*arguments)
            self.assertEqual((code, out), (2, ""), err)
            self.assertIn(path, err)
            self.assertIn(f"user id {NOBODY}", err)
            self.assertIn("let this user write there", err)
        (self.generation / "pages.jsonl").chmod(0o600)
        code, _, err = self.as_nobody("search", "ferry", "--index", "index")
        self.assertEqual(code, 2)
        self.assertRegex(err, rf"pages\.jsonl: .*user id {NOBODY}")
        (self.folder / "index").chmod(0o700)
        code, _, err = self.as_nobody("search", "ferry", "--index", "index")
        self.assertEqual(code, 2)
        self.assertRegex(err, rf"index/manifest\.json: .*user id {NOBODY}")
        self.assertNotIn("there is no index", err)

    def test_a_damaged_file_stops_a_start_and_is_named(self):
        for name in ("pages.jsonl", "chunks.jsonl", "pages.offsets", "chunks.offsets"):
            for damage in (b"", (self.generation / name).read_bytes()[:-1]):
                with self.subTest(name=name, left=len(damage)):
                    before = (self.generation / name).read_bytes()
                    (self.generation / name).write_bytes(damage)
                    for command in (("search", "ferry"), ("serve", "--listen", "127.0.0.1:0")):
                        done = self.run_door(*command, "--index", "index")
                        self.assertEqual(done.code, 2)
                        self.assertIn(name, done.err)
                        self.assertRegex(done.err, "rollback|build")
                    (self.generation / name).write_bytes(before)
        for damage in (b"", b"{", b"[]", b'{"format_version":99}'):
            (self.folder / "index/manifest.json").write_bytes(damage)
            done = self.run_door("search", "ferry", "--index", "index")
            self.assertEqual(done.code, 2)
            self.assertIn("manifest.json", done.err)

    def test_a_lost_lexical_file_is_made_again_and_a_damaged_one_is_named(self):
        expected = self.search("ferry to the mainland")
        self.assertTrue(expected)
        lexical = self.generation / "lexical.bin"
        whole = lexical.read_bytes()
        lexical.unlink()
        self.assertEqual(self.search("ferry to the mainland"), expected)
        for damage in (b"", whole[: len(whole) // 2], whole[:-1], whole + b"x", b"x" * len(whole)):
            lexical.write_bytes(damage)
            for command in (("search", "ferry"), ("serve", "--listen", "127.0.0.1:0")):
                with self.subTest(bytes=len(damage), command=command[0]):
                    done = self.run_door(*command, "--index", "index")
                    self.assertEqual((done.code, done.out), (2, ""), done.err)
                    self.assertIn("lexical.bin: ", done.err)
                    self.assertRegex(done.err, r"  hint: .*build again: \S+ build .* --index index")
        lexical.unlink()
        self.assertEqual(self.search("ferry to the mainland"), expected)

    def test_an_index_that_arrives_in_pieces_is_taken_when_it_is_whole(self):
        copy = self.folder / "copied"
        shutil.copytree(self.folder / "index", copy)
        server = self.serve("--poll", "20ms", index="copied")
        self.page("site/new.html", "New", "<p>zebrafish</p>")
        self.build("site", "--most-drop", "1")
        manifest = json.loads((self.folder / "index/manifest.json").read_text())
        source, target = (folder / "generations" / manifest["generation"] for folder in (self.folder / "index", copy))
        shutil.copy(self.folder / "index/manifest.json", copy)  # the wrong way round: the manifest first
        target.mkdir()
        for file in sorted(source.iterdir()):
            (target / file.name).write_bytes(file.read_bytes()[: file.stat().st_size // 2])
            time.sleep(0.05)
            health = server.get("/healthz").json()
            self.assertEqual((health["status"], health["generation"]), ("ok", self.manifest["generation"]))
            self.assertEqual(server.get("/api/search?q=ferry").json()["hits"][0]["id"], "ferry/index.html")
        for file in source.iterdir():
            shutil.copy(file, target)
        self.wait_for(lambda: server.get("/healthz").json()["generation"] == manifest["generation"], server)
        self.assertEqual(server.get("/api/search?q=zebrafish").json()["hits"][0]["id"], "new.html")

    def wait_for(self, holds, server):
        end = time.monotonic() + PATIENCE
        while not holds():
            self.assertLess(time.monotonic(), end, server.output()[-2000:])
            time.sleep(0.02)

    def test_a_health_check_finds_the_server_that_the_settings_start(self):
        server = self.serve("--listen", "0.0.0.0:0")
        anywhere = f"0.0.0.0:{server.port}"
        self.write("anywhere.toml", f"[server]\nlisten = '{anywhere}'\n")
        for arguments, env in ((("--config", "anywhere.toml"), {}), (("--listen", f"[::]:{server.port}"), {}), ((), {"SITEDOOR_SERVER_LISTEN": anywhere}),
                               (("--url", f"http://localhost:{server.port}"), {}), (("--url", f"{server.url}/healthz"), {})):
            done = self.run_door("healthcheck", *arguments, env=env)
            self.assertEqual((done.code, done.err), (0, ""), arguments)
            self.assertEqual(done.out, f"ok: {self.manifest['page_count']} pages, generation {self.manifest['generation']}\n")

    def test_a_health_check_fails_with_1_and_one_line_that_says_why(self):
        server = self.serve("--poll", "1h")
        (self.generation / "chunks.jsonl").write_bytes(b"")
        self.wait_for(lambda: server.get("/healthz").status == 503, server)
        other = socket.create_server(("127.0.0.1", 0))  # takes connections and never answers
        self.addCleanup(other.close)
        url = f"http://127.0.0.1:{other.getsockname()[1]}"
        self.write("broken.toml", "[server]\nlisten = 'nowhere'\n")
        for arguments, why in ((("--url", server.url), r"/healthz answered 503: damaged: .*chunks\.jsonl"), (("--url", url), "no answer from .* within 5000 ms"),
                               (("--url", server.url + "/x"), "no sitedoor is at .*/x/healthz: the answer is 404"), (("--url", "https://docs.example"), "only http://"),
                               (("--url", "docs"), "--url"), (("--listen", "127.0.0.1:0"), "port 0.*--url"), (("--config", "broken.toml"), "broken.toml:2")):
            done = self.run_door("healthcheck", *arguments)
            self.assertEqual((done.code, done.out), (1, ""), arguments)
            self.assertRegex(done.err.replace("\n", " "), why)
        server.stop()
        done = self.run_door("healthcheck", "--url", server.url)
        self.assertEqual((done.code, done.out, done.err.count("\n")), (1, "", 1))
        self.assertIn("no server answers", done.err)

    def test_a_generation_that_is_removed_is_served_to_its_end(self):
        server = self.serve("--poll", "1h")
        shutil.rmtree(self.folder / "index")
        self.assertEqual(server.get("/api/search?q=ferry").json()["hits"][0]["id"], "ferry/index.html")
        self.assertIn("Dogs travel free", server.call("fetch", id="ferry/index.html")["text"])

    def test_an_index_that_vanishes_and_comes_back_is_taken_again(self):
        server = self.serve("--poll", "20ms")
        (self.folder / "index").rename(self.folder / "away")
        self.wait_for(lambda: "index_refused" in server.output(), server)
        self.assertEqual(server.get("/api/search?q=ferry").status, 200)
        (self.folder / "away").rename(self.folder / "index")
        self.page("site/new.html", "New", "<p>zebrafish</p>")
        self.build("site", "--most-drop", "1")
        self.wait_for(lambda: server.get("/api/search?q=zebrafish").json()["hits"], server)

    def test_a_build_writes_into_no_file_that_is_there(self):
        before = {path: path.stat() for path in (self.folder / "index").rglob("*") if path.is_file() and path.name != "lock"}
        self.page("site/new.html", "New", "<p>zebrafish</p>")
        self.build("site", "--most-drop", "1")
        for path, was in before.items():
            now = path.stat()
            if path.name == "manifest.json" and path.parent.name == "index":
                self.assertNotEqual(now.st_ino, was.st_ino, "it is replaced by a rename")
            else:
                self.assertEqual((now.st_ino, now.st_mtime_ns, now.st_size), (was.st_ino, was.st_mtime_ns, was.st_size), path)

    def test_two_builds_at_once_do_not_mix(self):
        running = [subprocess.Popen([BIN, "build", "--source", HARBOUR, "--index", "index", "--quiet"], cwd=self.folder, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, env=clean_environment()) for _ in range(4)]
        said = [build.communicate(timeout=PATIENCE)[1].decode() for build in running]
        self.assertIn(0, [build.returncode for build in running])
        for build, err in zip(running, said):
            if build.returncode:
                self.assertEqual(build.returncode, 2)
                self.assertIn("another process is writing index", err)
        self.assertEqual(self.search("ferry")[0]["id"], "ferry/index.html")


class Memory(Case):
    # What a server may grow by after a warm-up: caches of threads fill late, a leak of 100 bytes a request does not fit.
    MOST_GROWTH = 3 << 20

    def anonymous(self, server):
        """Bytes of its own that the server holds."""
        status = pathlib.Path(f"/proc/{server.process.pid}/status").read_text()
        return int(re.search(r"RssAnon:\s+(\d+) kB", status).group(1)) << 10

    def ask(self, server, count):
        """`count` requests on one connection, a quarter of each kind; the seconds of the slowest hundredth of them."""
        call = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{"%s":"%s"}}}'
        bodies = [call % (b"search", b"query", b"dogs on the ferry"), call % (b"fetch", b"id", b"ferry/index.html"),
                  b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}', b"{"]
        requests = [b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(body) + body for body in bodies]
        times = []
        with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as connection:
            for i in range(count):
                start, answer = time.monotonic(), b""
                connection.sendall(requests[i % 4])
                while True:
                    piece = connection.recv(65536)
                    self.assertTrue(piece, f"the server closes in request {i + 1}, after {answer}")
                    answer += piece
                    head, end, body = answer.partition(b"\r\n\r\n")
                    if end and len(body) >= int(re.search(rb"content-length: (\d+)", head).group(1)):
                        break
                self.assertTrue(head.startswith(b"HTTP/1.1 %d " % (400 if i % 4 == 3 else 200)), answer[:500])
                self.assertNotIn(b'"isError":true', body)
                times.append(time.monotonic() - start)
        return sorted(times)[int(count * 0.99)]

    def abort(self, server, count):
        for i in range(count):
            connection = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
            with contextlib.suppress(ConnectionError):
                connection.sendall((b"GET / HT", b"GET /api/search?q=the HTTP/1.1\r\nHost: localhost\r\n\r\n", b"POST /mcp HTTP/1.1\r\nContent-Length: 99\r\n\r\n{")[i % 3])
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()

    def test_memory_stays_flat_over_requests_and_aborted_connections(self):
        self.build(HARBOUR)
        server = self.serve("--log-level", "warning")
        self.ask(server, 4_000)
        self.abort(server, 1_000)
        before = self.anonymous(server)
        slowest = self.ask(server, 30_000)
        self.abort(server, 10_000)
        self.ask(server, 100)
        grown = self.anonymous(server) - before
        self.assertLess(grown, self.MOST_GROWTH)
        self.assertLess(slowest, 1, "a tool call takes far less than a client waits")
        print(json.dumps({"bytes_grown": grown, "p99_seconds": round(slowest, 5)}))


if __name__ == "__main__":
    unittest.main()
