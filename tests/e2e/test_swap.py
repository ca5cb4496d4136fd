"""A running server takes a new index without a failed or mixed answer, and keeps the old one when the new one is bad."""
import contextlib
import http.client
import json
import os
import re
import threading
import time
import unittest

from harness import PATIENCE, Case, in_threads

SWAPS = 1000
PAUSE = 0.002  # seconds from an answer to the next request: swaps get their turn on a sanitized build
WINDOW = 50  # swaps during which every kind of load has an answer
LOADS = (
    ("GET", "/api/search?q=marker%20edition&limit=20", None),
    ("POST", "/mcp", {"name": "search", "arguments": {"query": "marker edition", "limit": 20}}),
    ("POST", "/mcp", {"name": "fetch", "arguments": {"id": "p7.html"}}),
)


def editions(answer):
    """Which editions an answer holds text of: in its titles, snippets and pages."""
    return set(re.findall(rb"edition[^a-z]*-[^a-z]*(one|two)", re.sub(rb"<[^>]*>", b"", answer)))


class Swapping(Case):
    def setUp(self):
        super().setUp()
        for version in ("one", "two"):
            for i in range(20):
                self.page(f"site/p{i}.html", f"Page {i} of edition-{version}", f"<p>marker edition-{version} of page {i}</p>")
            self.build("site")
        first, second = sorted((self.folder / "index/generations").iterdir(), key=lambda path: json.loads(
            (path / "manifest.json").read_text())["sequence"])
        self.manifests = [json.loads((path / "manifest.json").read_text()) for path in (first, second)]
        self.sequence = self.manifests[1]["sequence"]

    def publish(self, manifest):
        """What a build's last step does: a higher sequence, by rename."""
        self.sequence += 1
        aside = self.folder / "index/manifest.json.new"
        aside.write_text(json.dumps({**manifest, "sequence": self.sequence}))
        os.replace(aside, self.folder / "index/manifest.json")

    def wait_for(self, server, sequence):
        end = time.monotonic() + PATIENCE
        while server.get("/healthz").json()["sequence"] != sequence:
            self.assertLess(time.monotonic(), end, server.output()[-2000:])
            time.sleep(0.005)

    def test_a_thousand_swaps_under_load_fail_no_request_and_mix_no_answer(self):
        server = self.serve("--poll", "10ms", "--log-level", "warning")
        ended = threading.Event()
        answered = [0] * len(LOADS)
        after_swap = []  # what `answered` was after each swap

        def ask(kind):
            method, path, arguments = LOADS[kind]
            body = arguments and json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": arguments})
            with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)) as connection:
                while not ended.wait(PAUSE):
                    connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
                    answer = connection.getresponse()
                    said = answer.read()
                    found = editions(said)
                    if answer.status != 200 or len(found) != 1 or b'"isError":true' in said:
                        raise AssertionError(f"{method} {path} {body}: {answer.status} with editions {found}: {said[:300]}")
                    answered[kind] += 1

        def swap(_):
            for i in range(SWAPS):
                if ended.is_set():
                    raise AssertionError(f"the load ended before swap {i + 1} of {SWAPS}")
                self.publish(self.manifests[i % 2])
                self.wait_for(server, self.sequence)
                now = editions(server.get("/api/search?q=marker%20edition").body)
                self.assertEqual(now, {(b"one", b"two")[i % 2]}, f"swap {i + 1} is told but not served")
                after_swap.append(tuple(answered))

        def work(thread):
            try:
                (swap if thread == len(LOADS) else ask)(thread)
            finally:
                ended.set()  # whoever ends first, well or not, ends all

        self.assertEqual(in_threads(len(LOADS) + 1, work), [])
        self.assertEqual(len(after_swap), SWAPS)
        for first in range(0, SWAPS, WINDOW):
            window = after_swap[max(first - 1, 0)], after_swap[min(first + WINDOW, SWAPS) - 1]
            for kind, (before, after) in enumerate(zip(*window)):
                self.assertGreater(after, before, f"no answer to {LOADS[kind]} during swaps {first + 1} to {first + WINDOW}")
        print(json.dumps({"swaps": SWAPS, "requests": answered}))
        self.assertEqual(server.stop(), 0)

    def test_a_bad_new_index_leaves_the_old_one_serving_and_is_logged(self):
        server = self.serve("--poll", "10ms")
        broken = {**self.manifests[0], "generation": "nowhere"}
        torn = dict(self.manifests[0], files=[{**f, "sha256": "0" * 64, "xxh128": "0" * 32} for f in self.manifests[0]["files"]])
        publish_text = (self.folder / "index/manifest.json").write_text
        for number, put in enumerate((lambda: self.publish(broken), lambda: self.publish(torn), lambda: publish_text("{ torn"))):
            put()
            end = time.monotonic() + PATIENCE
            while server.output().count("index_refused") <= number:
                self.assertLess(time.monotonic(), end, server.output())
                time.sleep(0.02)
            self.assertEqual(server.get("/healthz").json()["generation"], self.manifests[1]["generation"])
            self.assertEqual(server.get("/api/search?q=marker").status, 200)
        self.publish(self.manifests[0])
        self.wait_for(server, self.sequence)

    def test_an_older_sequence_is_never_taken(self):
        server = self.serve("--poll", "10ms")
        (self.folder / "index/manifest.json").write_text(json.dumps({**self.manifests[0], "sequence": 1}))
        end = time.monotonic() + PATIENCE
        while "not a higher one than" not in server.output():
            self.assertLess(time.monotonic(), end, server.output()[-2000:])
            time.sleep(0.01)
        self.assertEqual(server.get("/healthz").json()["generation"], self.manifests[1]["generation"])
        self.publish(self.manifests[1])
        self.wait_for(server, self.sequence)

    def test_a_build_while_serving_is_taken(self):
        server = self.serve("--poll", "50ms")
        self.page("site/extra.html", "Extra", "<p>zebrafish</p>")
        self.build("site")
        end = time.monotonic() + PATIENCE
        while not server.get("/api/search?q=zebrafish").json()["hits"]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)


if __name__ == "__main__":
    unittest.main()
