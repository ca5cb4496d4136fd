"""./run: what it refuses, and the way from a folder of HTML to a server that answers."""
import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.parse
import unittest

from harness import BIN, PATIENCE, ROOT, Case, clean_environment

# Stands for cmake: notes what it is asked for; what it builds is the program under test. The real one would configure the
# very folder anew that these tests run from.
CMAKE = """#!/bin/sh
printf '%s\\n' "$*" >>"$CMAKE_CALLS"
[ "$1" != --build ] || { mkdir -p build/release && ln -sf "$SITEDOOR_UNDER_TEST" build/release/sitedoor; }
"""


class Run(Case):
    def start(self, *arguments):
        done = subprocess.run([ROOT / "run", *arguments], cwd=self.folder, capture_output=True, env=clean_environment(), timeout=PATIENCE)
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    def test_help_shows_every_way_to_start_it(self):
        code, out, err = self.start("--help")
        self.assertEqual((code, err), (0, ""))
        for way in ("./run ", "./run FOLDER", "./run --build-only", "SITEDOOR_SERVER_LISTEN"):
            self.assertIn(way, out)

    def test_what_it_cannot_read_is_refused_before_anything_is_installed(self):
        self.write("page.html", "<p>x</p>")
        for arguments, said in ((["https://example.com"], "comes with the crawler"), (["nowhere"], "nowhere is not a folder"), (["page.html"], "page.html is not a folder"),
                                ([""], "name is empty"), (["a", "b"], "one site at a time"), (["--build"], "unknown option --build")):
            code, out, err = self.start(*arguments)
            self.assertEqual((code, out), (2, ""), arguments)
            self.assertIn(said, err)
            self.assertNotIn("Installing", err)


class Serving(Case):
    def setUp(self):
        super().setUp()
        if not (ROOT / ".deps/root").is_dir():
            self.skipTest("tools/setup has not been run in this checkout")
        self.checkout = self.folder / "check out"
        self.checkout.mkdir()
        shutil.copy(ROOT / "run", self.checkout)
        for name in ("tools", ".deps", "tests"):
            (self.checkout / name).symlink_to(ROOT / name)
        self.write("bin/cmake", CMAKE).chmod(0o755)

    def start(self, *arguments):
        """./run on a free port; the port, and what it said until it serves."""
        log = self.folder / f"run-{time.monotonic_ns()}.log"
        environment = clean_environment(PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", CMAKE_CALLS=str(self.folder / "cmake.calls"),
                                        SITEDOOR_UNDER_TEST=BIN, SITEDOOR_SERVER_LISTEN="127.0.0.1:0")
        with log.open("wb") as out:
            running = subprocess.Popen([self.checkout / "run", *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=subprocess.STDOUT, env=environment, start_new_session=True)
        self.addCleanup(self.stop, running)
        end = time.monotonic() + PATIENCE
        while not (found := re.search(r"address=127\.0\.0\.1:(\d+)", log.read_text())):
            self.assertIsNone(running.poll(), log.read_text())
            self.assertLess(time.monotonic(), end, log.read_text())
            time.sleep(0.02)
        return running, int(found[1]), log.read_text()

    def stop(self, running):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGTERM)
        return running.wait(PATIENCE)

    def ask(self, port, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        with contextlib.closing(connection):
            connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
            answer = connection.getresponse()
            self.assertEqual(answer.status, 200)
            return json.loads(answer.read())

    def test_a_folder_of_html_becomes_a_server_that_answers(self):
        self.page("a site/public/index.html", "Tide tables", "<p>High water comes twice a day.</p>")
        self.page("a site/public/dogs.html", "Dogs on board", "<p>Dogs travel free on a lead.</p>")
        running, port, said = self.start("a site/public", "--base-url", "https://ferry.example/")
        calls = (self.folder / "cmake.calls").read_text().splitlines()
        self.assertEqual([call.split()[0] for call in calls], ["--preset", "--build"])
        self.assertTrue(calls[1].endswith("--target sitedoor"), calls)
        self.assertRegex(said, "A sample question: (Tide tables|Dogs on board)")
        self.assertIn("build/release/sitedoor search --index .site/public/index", said)
        hit = self.ask(port, "GET", "/api/search?q=" + urllib.parse.quote("may I bring dogs"))["hits"][0]
        self.assertEqual((hit["id"], hit["url"].split("#")[0]), ("dogs.html", "https://ferry.example/dogs.html"))
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "fetch", "arguments": {"id": "dogs.html"}}}
        self.assertIn("Dogs travel free", self.ask(port, "POST", "/mcp", json.dumps(call))["result"]["structuredContent"]["text"])
        self.assertEqual(self.stop(running), 0)

    def test_two_folders_of_one_name_have_an_index_each_and_a_second_run_takes_the_changes(self):
        for site, word in (("a", "albatross"), ("b", "barnacle")):
            self.page(f"{site}/public/index.html", site, f"<p>{word}</p>")
        for site, own in (("a", "public"), ("b", "public-2"), ("a", "public")):
            self.page(f"{site}/public/more.html", "More", f"<p>more of {site}</p>")
            running, port, _ = self.start(f"{site}/public")
            for word, its in (("albatross", "a"), ("barnacle", "b")):
                self.assertEqual(bool(self.ask(port, "GET", f"/api/search?q={word}")["hits"]), its == site, word)
            self.assertTrue((self.checkout / ".site" / own / "index/manifest.json").exists())
            self.assertEqual(self.stop(running), 0)
        self.assertEqual(sorted(os.listdir(self.checkout / ".site")), ["public", "public-2"])

    def test_an_answer_is_not_served_from_a_folder_without_pages(self):
        (self.folder / "empty").mkdir()
        done = subprocess.run([self.checkout / "run", "empty"], cwd=self.folder, capture_output=True, timeout=PATIENCE,
                              env=clean_environment(PATH=f"{self.folder / 'bin'}:{os.environ['PATH']}", CMAKE_CALLS=os.devnull, SITEDOOR_UNDER_TEST=BIN))
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn(b"Serving", done.stderr)


if __name__ == "__main__":
    unittest.main()
