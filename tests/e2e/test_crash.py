"""kill -9 at any point of a build leaves the old index or the new one, whole."""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from harness import BIN, Case, clean_environment

KILLS = 100
# When a kill falls: at any moment; once the new generation's folder is there, so while it is written; once it is live.
MOMENTS = ("any", "any", "any", "written", "live")


class KilledBuilds(Case):
    SEED = 20261130

    def setUp(self):
        super().setUp()
        self.chance = random.Random(self.SEED)
        for i in range(60):
            self.page(f"site/p{i:02}.html", f"Page {i}", f"<p>common words of page {i}. " + "filler text. " * 200 + "</p>")
        self.mark(0)
        started = time.monotonic()
        self.build("site")
        self.whole = time.monotonic() - started  # seconds of a build

    def mark(self, version):
        self.page("site/mark.html", "Mark", f"<p>version{version:05}</p>")

    def is_reached(self, moment, before):
        if moment == "written":
            return set(os.listdir(self.folder / "index/generations")) != before["generations"]
        return os.stat(self.folder / "index/manifest.json").st_ino != before["manifest"]

    def kill_a_build(self, moment):
        """Kills a build by signal 9 at that moment; whether it was still running."""
        before = {"generations": set(os.listdir(self.folder / "index/generations")),
                  "manifest": os.stat(self.folder / "index/manifest.json").st_ino}
        process = subprocess.Popen([BIN, "build", "--source", "site", "--index", "index"], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=clean_environment())
        if moment == "any":
            time.sleep(self.chance.uniform(0, self.whole))  # the point of the kill is what varies; nothing waits for it
        else:
            while not self.is_reached(moment, before) and process.poll() is None:
                pass
            if moment == "written":
                time.sleep(self.chance.uniform(0, self.whole / 4))
        process.send_signal(signal.SIGKILL)
        process.wait()
        self.assertIn(process.returncode, (0, -signal.SIGKILL))
        return process.returncode == -signal.SIGKILL

    def check_sums(self):
        """Every file of the live generation is as its manifest says, and nothing is there that it does not name."""
        manifest = json.loads((self.folder / "index/manifest.json").read_text())
        generation = self.folder / "index/generations" / manifest["generation"]
        self.assertEqual({path.name for path in generation.iterdir()}, {"manifest.json"} | {file["name"] for file in manifest["files"]})
        for file in manifest["files"]:
            content = (generation / file["name"]).read_bytes()
            self.assertEqual((len(content), hashlib.sha256(content).hexdigest()), (file["bytes"], file["sha256"]), file["name"])
        self.assertEqual(json.loads((generation / "manifest.json").read_text())["files"], manifest["files"])

    def test_the_index_always_opens_and_is_the_old_or_the_new_one(self):
        live, fell = 0, dict.fromkeys(("before the commit", "after the commit", "after the end"), 0)
        for attempt in range(1, KILLS + 1):
            self.mark(attempt)
            moment = MOMENTS[attempt % len(MOMENTS)]
            which = f"kill {attempt}, {moment} (seed {self.SEED})"
            was_running = self.kill_a_build(moment)
            text = self.run_door("fetch", "mark.html", "--index", "index").out
            found = [number for number in (live, attempt) if f"version{number:05}" in text]
            self.assertEqual(len(found), 1, f"{which}: neither old nor new: {text}")
            live = found[0]
            fell["after the end" if not was_running else "after the commit" if live == attempt else "before the commit"] += 1
            self.assertEqual(len(self.search("filler", "--top", "100")), 60, which)
            self.check_sums()
        print(json.dumps({"kills": KILLS, "fell": fell}))
        self.assertGreater(fell["before the commit"], KILLS // 10)
        self.assertGreater(fell["after the commit"], 0)
        self.mark(99999)
        self.build("site")
        self.assertEqual(self.search("version99999")[0]["id"], "mark.html")
        leftovers = [path.name for path in (self.folder / "index/generations").iterdir() if "building" in path.name]
        self.assertEqual(leftovers, [])


if __name__ == "__main__":
    unittest.main()
