"""A running server takes a new index without a failed or mixed answer, and keeps the old one when the new one is bad."""
import http.client
import json
import os
import re
import threading
import time
import unittest

from harness import PATIENCE, Case

SWAPS = 1000


class Swapping(Case):
    def setUp(self):
        super().setUp()
        for version in ("one", "two"):
            for i in range(20):
                self.page(f"site/p{i}.html", f"Page {i}", f"<p>marker edition-{version} of page {i}</p>")
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
        stop, problems, answered = threading.Event(), [], [0, 0]

        def ask(thread):
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            while not stop.is_set():
                connection.request("GET", "/api/search?q=marker%20edition&limit=20")
                answer = connection.getresponse()
                body = answer.read()
                editions = set(re.findall(rb"edition[^a-z]*-[^a-z]*(one|two)", re.sub(rb"<[^>]*>", b"", body)))
                if answer.status != 200 or len(editions) != 1:
                    problems.append((answer.status, body[:300]))
                    return
                answered[thread] += 1
            connection.close()

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(2)]
        for thread in threads:
            thread.start()
        for i in range(SWAPS):
            self.publish(self.manifests[i % 2])
            self.wait_for(server, self.sequence)
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        self.assertGreater(min(answered), 100)
        print(json.dumps({"swaps": SWAPS, "requests": sum(answered)}))
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
        for _ in range(20):
            self.assertEqual(server.get("/healthz").json()["generation"], self.manifests[1]["generation"])
            time.sleep(0.01)
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
