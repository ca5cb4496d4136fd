"""kill -9 at any point of a build leaves the old index or the new one, whole."""
import json
import random
import signal
import subprocess
import time
import unittest

from harness import BIN, Case, clean_environment

KILLS = 100


class KilledBuilds(Case):
    def test_the_index_always_opens_and_is_the_old_or_the_new_one(self):
        seed = 20261130
        chance = random.Random(seed)
        for i in range(60):
            self.page(f"site/p{i:02}.html", f"Page {i}", f"<p>common words of page {i}. " + "filler text. " * 200 + "</p>")

        def mark(version):
            self.page("site/mark.html", "Mark", f"<p>version{version:05}</p>")

        mark(0)
        started = time.monotonic()
        self.build("site")
        whole = time.monotonic() - started
        live, committed = 0, 0
        for attempt in range(1, KILLS + 1):
            mark(attempt)
            process = subprocess.Popen([BIN, "build", "--source", "site", "--index", "index"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
            time.sleep(chance.uniform(0, whole))  # the point of the kill is what varies; nothing waits for it
            process.send_signal(signal.SIGKILL)
            process.wait()
            text = self.run_door("fetch", "mark.html", "--index", "index").out
            found = [number for number in (live, attempt) if f"version{number:05}" in text]
            self.assertEqual(len(found), 1, f"kill {attempt} (seed {seed}): neither old nor new: {text}")
            committed += found[0] == attempt
            live = found[0]
            self.assertEqual(len(self.search("filler", "--top", "100")), 60, f"kill {attempt} (seed {seed})")
        mark(99999)
        self.build("site")
        self.assertEqual(self.search("version99999")[0]["id"], "mark.html")
        leftovers = [path.name for path in (self.folder / "index/generations").iterdir() if "building" in path.name]
        self.assertEqual(leftovers, [])
        print(json.dumps({"kills": KILLS, "committed_before_the_kill": committed}))


if __name__ == "__main__":
    unittest.main()
