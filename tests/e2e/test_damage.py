# sanitized: also runs against the sanitized binary
"""An index that is damaged under a running server, or that a faulty writer made: the server lives, says why, and heals."""
import hashlib
import itertools
import json
import os
import pathlib
import re
import struct
import subprocess
import threading
import time
import unittest

from harness import BIN, DOES_NOT_APPLY, PATIENCE, Case, clean_environment, in_threads

PAGES = 700  # so that every file spans several pages of memory
SERVED = ("lexical.bin", "chunks.jsonl", "pages.jsonl", "chunks.offsets", "pages.offsets")
WHY = "never change a generation in place"


class Damage(Case):
    def live(self):
        manifest = json.loads((self.folder / "index/manifest.json").read_text())
        return manifest, self.folder / "index/generations" / manifest["generation"]

    def wait_until(self, is_so, server):
        end = time.monotonic() + PATIENCE
        while not is_so():
            self.assertIsNone(server.process.poll(), server.output()[-2000:])
            self.assertLess(time.monotonic(), end, server.output()[-2000:])
            time.sleep(0.01)

    def ask_for_an_error(self, server):
        """Search and fetch, by both doors: each says why."""
        found = server.get("/api/search?q=zulu")
        self.assertEqual(found.status, 503, found.body)
        self.assertIn(WHY, found.json()["detail"])
        for tool, arguments in (("search", {"query": "zulu alpha"}), ("fetch", {"id": "p7.html"})):
            result = server.legacy("tools/call", {"name": tool, "arguments": arguments}).json()["result"]
            self.assertTrue(result["isError"], result)
            self.assertIn(WHY, result["content"][0]["text"])
        health = server.get("/healthz")
        self.assertEqual((health.status, health.json()["status"]), (503, "damaged"))
        self.assertIsNone(server.process.poll(), server.output()[-2000:])


class CutShort(Damage):
    def setUp(self):
        super().setUp()
        for i in range(PAGES):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>zulu alpha words of page {i}</p>")
        self.build("site")

    def test_a_file_that_is_cut_short_is_an_error_until_a_build_heals_it(self):
        server = self.serve("--poll", "50ms")
        for name in SERVED:
            for part in (0, 2):
                with self.subTest(file=name, part=part):
                    _, generation = self.live()
                    for other in (self.folder / "index/generations").iterdir():
                        if other != generation:  # no older one to go back to
                            (other / "pages.jsonl").write_bytes(b"")
                    size = (generation / name).stat().st_size
                    said = server.output().count("index_damaged")
                    os.truncate(generation / name, size // part if part else 0)
                    self.ask_for_an_error(server)
                    self.ask_for_an_error(server)
                    self.wait_until(lambda before=said: server.output().count("index_damaged") > before, server)
                    self.build("site")
                    sequence = self.live()[0]["sequence"]
                    self.wait_until(lambda wanted=sequence: server.get("/healthz").json().get("sequence") == wanted, server)
                    self.assertEqual(server.output().count("index_damaged"), said + 1, "logged once")
                    self.assertEqual(server.get("/api/search?q=zulu").status, 200)
                    self.assertIn("zulu", server.call("fetch", id="p7.html")["text"])
        self.assertEqual(server.stop(), 0)

    def test_the_generation_before_takes_over(self):
        before = self.live()[0]["generation"]
        self.page("site/extra.html", "Extra", "<p>zebrafish</p>")
        self.build("site")
        server = self.serve("--poll", "1h")  # the first request that meets the damage wakes it
        for name in SERVED:
            os.truncate(self.live()[1] / name, 0)
        server.get("/api/search?q=zulu")
        self.wait_until(lambda: server.get("/healthz").json().get("generation") == before, server)
        self.assertEqual(server.get("/api/search?q=zulu").status, 200)
        self.assertIn("index_fell_back", server.output())

    def test_other_bytes_of_the_same_size_are_told_and_replaced_as_well(self):
        for name in ("pages.jsonl", "chunks.jsonl"):
            before = self.live()[0]["generation"]
            self.page(f"site/{name}.html", name, "<p>zebrafish</p>")
            self.build("site")
            server = self.serve("--poll", "1h")
            path = self.live()[1] / name
            path.write_bytes(b"x" * (path.stat().st_size - 1) + b"\n")
            server.get("/api/search?q=zulu")
            server.legacy("tools/call", {"name": "fetch", "arguments": {"id": "p7.html"}})
            server.get("/api/search?q=zulu")  # the damage is known now: this one wakes the watcher
            self.wait_until(lambda: server.get("/healthz").json().get("generation") == before, server)
            self.assertEqual(server.get("/api/search?q=zulu").status, 200)
            self.assertIn("index_damaged", server.output())
            self.assertEqual(server.stop(), 0)
            self.build("site")

    def test_cutting_under_load_kills_nothing_and_answers_everybody(self):
        server = self.serve("--poll", "20ms", "--log-level", "warning")
        ended, asked = threading.Event(), [0] * 4

        def ask(client):
            """By both doors, until the end: an answer, or an error that says why."""
            for i in itertools.count():
                if ended.is_set():
                    return
                if client % 2:
                    found = server.get(f"/api/search?q=alpha+page+{i % 50}")
                    is_right = found.status == 200 and found.json()["hits"] or found.status == 503 and WHY in found.json()["detail"]
                else:
                    found = server.legacy("tools/call", {"name": "fetch", "arguments": {"id": f"p{i % PAGES}.html"}})
                    result = found.json()["result"]
                    said = result["content"][0]["text"]
                    is_right = found.status == 200 and (WHY if result.get("isError") else f"zulu alpha words of page {i % PAGES}") in said
                if not is_right:
                    raise AssertionError(f"{found.status}: {found.body[:1000]}")
                asked[client] += 1

        def cut(name):
            _, generation = self.live()
            wait_for_load(3)
            os.truncate(generation / name, 0)
            wait_for_load(10)
            self.build("site")
            self.wait_until(lambda: server.get("/healthz").json().get("sequence") == self.live()[0]["sequence"], server)
            wait_for_load(3)
            self.assertEqual(server.get("/api/search?q=zulu").status, 200)

        def wait_for_load(count):
            wanted = [before + count for before in asked]
            self.wait_until(lambda: ended.is_set() or all(now >= least for now, least in zip(asked, wanted)), server)
            self.assertFalse(ended.is_set(), "a client has ended")

        def work(i):
            try:
                if i < len(asked):
                    ask(i)
                else:
                    for name in SERVED:
                        cut(name)
            finally:
                ended.set()

        self.assertEqual(in_threads(len(asked) + 1, work), [])
        self.assertEqual(server.output().count("index_damaged"), len(SERVED), "each cut is met by the load")
        self.assertEqual(server.stop(), 0)


def offsets_of(lines):
    ends = [0]
    for line in lines:
        ends.append(ends[-1] + len(line))
    return b"SDOF" + struct.pack("<IQ", 1, len(lines)) + b"".join(struct.pack("<Q", end) for end in ends)


class WayBack(Damage):
    """What somebody reads whose live generation is damaged, and the command that they are told to type."""

    def setUp(self):
        super().setUp()
        self.page("site/index.html", "Ferry", "<p>Dogs travel free on the ferry.</p>")
        for _ in range(3):
            self.build("site")

    def cut(self, generation):
        path = self.folder / "index/generations" / generation / "chunks.jsonl"
        path.write_bytes(path.read_bytes()[:-9])

    def rewrite(self, generation):
        path = self.folder / "index/generations" / generation / "chunks.jsonl"
        path.write_bytes(b"x" * (path.stat().st_size - 1) + b"\n")

    def hint_of(self, *command, code=2):
        done = self.run_door(*command, "--index", "index")
        self.assertEqual((done.code, done.out), (code, ""), done.err)
        return re.search(r"  hint: (.*)\n", done.err)[1]

    def test_every_command_names_the_newest_generation_that_is_whole_and_how_to_go_back(self):
        third, second, first = (entry["generation"] for entry in self.run_door("rollback", "--list", "--json").json())
        self.cut(third)
        self.rewrite(second)  # as large as it was: only its sums tell
        for command in (("search", "ferry"), ("fetch", "index.html"), ("serve", "--listen", "127.0.0.1:0"), ("report",), ("rollback",)):
            hint = self.hint_of(*command)
            self.assertRegex(hint, rf"^generation {first} \(1 page, built .*\) is whole; make it live: {BIN} rollback {first} --index index$")
        self.assertIn(third, self.run_door("rollback", "--list").err)
        self.assertEqual(self.run_door(*hint.split(": ")[-1].split()[1:]).code, 0)
        self.assertEqual(self.search("ferry")[0]["id"], "index.html")

    def test_damage_that_is_met_while_reading_is_told_in_the_same_way(self):
        third, second, _ = (entry["generation"] for entry in self.run_door("rollback", "--list", "--json").json())
        self.rewrite(third)
        self.assertIn(f"rollback {second}", self.hint_of("search", "ferry"))

    def test_a_manifest_that_is_torn_or_gone_leaves_the_way_back(self):
        newest = self.live()[0]["generation"]
        (self.folder / "index/manifest.json").write_text("{")
        self.assertIn(f"rollback {newest}", self.hint_of("search", "ferry"))
        (self.folder / "index/manifest.json").unlink()
        self.assertIn(f"rollback {newest}", self.hint_of("serve"))

    def test_without_a_whole_generation_nobody_is_sent_back(self):
        for generation in (self.folder / "index/generations").iterdir():
            self.cut(generation.name)
        for command, code in ((("search", "ferry"), 2), (("fetch", "index.html"), 2), (("rollback",), 1)):
            hint = self.hint_of(*command, code=code)
            self.assertRegex(hint, f"build again: {BIN} build <folder of HTML> --index index$")
            self.assertNotIn("rollback", hint)


class FaultyWriter(Damage):
    """Right sums of wrong content."""

    def setUp(self):
        super().setUp()
        for i in range(6):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>zulu alpha words of page {i}</p>")
        self.build("site", "--base-url", "https://example.org/")
        self.number = 0
        self.good, self.good_folder = self.live()
        self.sequence = self.good["sequence"]
        self.server = self.serve("--poll", "20ms")

    def lines(self, name):
        return (self.good_folder / name).read_bytes().splitlines(keepends=True)

    def publish(self, files, links=()):
        """A generation like the good one but for these files, with their right sizes and sums."""
        self.number += 1
        self.sequence += 10
        manifest = json.loads(json.dumps(self.good))
        manifest.update(sequence=self.sequence, generation=f"faulty-{self.number}")
        folder = self.folder / "index/generations" / manifest["generation"]
        folder.mkdir()
        for listed in manifest["files"]:
            name = listed["name"]
            content = files.get(name, (self.good_folder / name).read_bytes())
            if name in links:
                (self.folder / f"outside-{self.number}").write_bytes(content)
                (folder / name).symlink_to(self.folder / f"outside-{self.number}")
            else:
                (folder / name).write_bytes(content)
            if name in files:
                del listed["xxh128"]
                listed.update(bytes=len(content), sha256=hashlib.sha256(content).hexdigest())
        self.replace_manifest(manifest, folder)

    def replace_manifest(self, manifest, folder):
        (folder / "manifest.json").write_text(json.dumps(manifest))
        aside = self.folder / "index/manifest.json.new"
        aside.write_text(json.dumps(manifest))
        os.replace(aside, self.folder / "index/manifest.json")

    def expect_refusal(self):
        self.wait_until(lambda: re.search(rf"index_refused.*faulty-{self.number}\b", self.server.output()), self.server)
        self.assertEqual(self.server.get("/healthz").json()["generation"], self.good["generation"])
        self.assertEqual(self.server.get("/api/search?q=zulu").status, 200)

    def test_none_replaces_a_good_generation(self):
        pages, chunks = self.lines("pages.jsonl"), self.lines("chunks.jsonl")

        def spoiled(lines, old, new):
            changed = [line.replace(old, new) for line in lines]
            self.assertNotEqual(changed, lines, old)
            return changed

        def as_pages(lines):
            return {"pages.jsonl": b"".join(lines), "pages.offsets": offsets_of(lines)}

        def as_chunks(lines):
            return {"chunks.jsonl": b"".join(lines), "chunks.offsets": offsets_of(lines)}

        far = struct.pack("<Q", 1 << 40)
        good_offsets = (self.good_folder / "chunks.offsets").read_bytes()
        cases = {
            "offset out of range": {"chunks.offsets": good_offsets[:24] + far + good_offsets[32:]},
            "offset in a line": {"chunks.offsets": good_offsets[:24] + struct.pack("<Q", 7) + good_offsets[32:]},
            "range reversed": as_chunks(spoiled(chunks, b'"markdown_range":[0', b'"markdown_range":[999999')),
            "range huge": as_chunks([line.replace(line[line.index(b'"markdown_range"'):line.index(b"]", line.index(b'"markdown_range"'))],
                                                  b'"markdown_range":[0,4294967295') for line in chunks]),
            "heading path": as_chunks(spoiled(chunks, b'"document_id"', b'"heading_path":5,"document_id"')),
            "chunk of another page": as_chunks(spoiled(chunks, b'"document_id":"p1.html"', b'"document_id":"p2.html"')),
            "deep nesting": as_pages(spoiled(pages, b'"links":[', b'"x":' + b"[" * 50_000 + b"]" * 50_000 + b',"links":[')),
            "bad UTF-8": as_pages(spoiled(pages, b"zulu alpha", b"zulu \xff\xfe\xed\xa0\x80")),
            "title": as_pages(spoiled(pages, b'"title":"Page 1"', b'"title":{"a":1}')),
            "outline": as_pages(spoiled(pages, b'"offset":0', b'"offset":99999999999')),
            "address": as_pages(spoiled(pages, b'"url":"https://example.org/p1.html"', b'"url":"javascript:alert(1)"')),
            "another host": as_pages(spoiled(pages, b'"url":"https://example.org/p1.html"', b'"url":"//evil.example/x"')),
            "line break in an address": as_pages(spoiled(pages, b'"url":"https://example.org/p1.html"', b'"url":"https://x/\\r\\nX: y"')),
            "huge title": as_pages(spoiled(pages, b'"title":"Page 1"', b'"title":"' + b"x" * 5000 + b'"')),
            "id twice": as_pages(spoiled(pages, b'"id":"p2.html"', b'"id":"p1.html"')),
        }
        for what, files in cases.items():
            with self.subTest(what):
                self.publish(files)
                self.expect_refusal()
        self.publish({})
        self.wait_until(lambda: self.server.get("/healthz").json()["sequence"] == self.sequence, self.server)

    def test_links_in_a_generation_are_not_followed(self):
        for name in ("pages.jsonl", "lexical.bin", "report.json"):
            with self.subTest(name):
                self.publish({}, links=(name,))
                self.expect_refusal()
                self.assertRegex(self.server.output(), rf"faulty-{self.number}/{name} is a symbolic link")
        self.publish({})
        self.wait_until(lambda: self.server.get("/healthz").json()["sequence"] == self.sequence, self.server)
        whole = self.folder / "index/generations" / f"faulty-{self.number}"
        whole.rename(self.folder / "elsewhere")
        whole.symlink_to(self.folder / "elsewhere")
        done = self.run_door("search", "zulu", "--index", "index")
        self.assertEqual(done.code, 2)
        self.assertIn("is a symbolic link", done.err)

    def test_sequences_that_no_build_could_go_beyond_are_refused(self):
        century = int((time.time() + 101 * 366 * 86400) * 1000)
        for sequence in (century, 2**53 - 1, 2**53, 2**63, 2**64 - 1):
            with self.subTest(sequence):
                manifest = dict(self.good, sequence=sequence)
                self.replace_manifest(manifest, self.good_folder)
                self.wait_until(lambda: "sequence" in self.server.output().rpartition("index_refused")[2], self.server)
                self.assertEqual(self.server.get("/healthz").json()["sequence"], self.good["sequence"])
                self.assertEqual(self.run_door("search", "zulu", "--index", "index").code, 2)
        self.build("site", "--base-url", "https://example.org/")
        wanted = self.live()[0]["sequence"]
        self.wait_until(lambda: self.server.get("/healthz").json()["sequence"] == wanted, self.server)


class Limited(Damage):
    def test_a_limit_of_file_sizes_stops_a_build_and_leaves_the_index(self):
        for i in range(60):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>zulu words of page {i}. {'More text. ' * 1000}</p>")
        self.build("site")
        self.build("site")
        before = self.live()[0]
        limited = self.run_limited("build", "--source", "site", "--index", "index")
        self.assertEqual(limited.returncode, 2, limited.stderr)
        self.assertIn("file too large", limited.stderr.lower())
        self.assertEqual(self.live()[0], before)
        self.assertTrue(self.search("zulu"))
        self.assertEqual(self.run_limited("rollback", "--index", "index", blocks=0).returncode, 2)
        self.assertEqual(list((self.folder / "index").glob("*.new")), [])
        self.assertTrue(self.search("zulu"))

    def test_a_huge_page_that_has_no_memory_fails_alone(self):
        if b"__asan_" in pathlib.Path(BIN).read_bytes() or b"__tsan_" in pathlib.Path(BIN).read_bytes():
            self.skipTest(DOES_NOT_APPLY + "a sanitizer needs terabytes of address space")
        for i in range(5):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>zulu words of page {i}.</p>")
        self.page("site/huge.html", "Huge", "<p>bigtoken </p>" * (1 << 20))
        said = set()
        for kilobytes in range(300_000, 600_001, 50_000):
            with self.subTest(kilobytes):
                command = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$0" "$@"', BIN, "build", "site", "--index", "index"]
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, env=clean_environment(), timeout=PATIENCE)
                self.assertEqual(done.returncode, 0, done.stderr[-500:])
                self.assertEqual(len(self.search("zulu")), 5)
                said.update(re.findall(r"huge\.html: out of memory.*", done.stdout))
        self.assertIn("huge.html: out of memory: give the build more", said)

    def test_memory_that_runs_out_ends_a_build_with_a_message(self):
        if b"__asan_" in pathlib.Path(BIN).read_bytes() or b"__tsan_" in pathlib.Path(BIN).read_bytes():
            self.skipTest(DOES_NOT_APPLY + "a sanitizer needs terabytes of address space")
        for i in range(60):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>zulu words of page {i}. {'<b>More</b> text. ' * 3000}</p>")
        self.build("site")
        before = self.live()[0]
        codes = set()
        for kilobytes in range(40_000, 240_000, 10_000):
            with self.subTest(kilobytes):
                command = ["sh", "-c", f'ulimit -v {kilobytes}; exec "$0" "$@"', BIN, "build", "site", "--index", "index"]
                done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, env=clean_environment(), timeout=PATIENCE)
                if done.returncode == 127:  # too little to load the program
                    continue
                self.assertIn(done.returncode, (0, 1, 2), done.stderr[-500:])
                if done.returncode == 1:  # pages failed alone, too many of them
                    self.assertRegex(done.stderr, r"error: refused: .*\(guards\.most_failed\)")
                if done.returncode == 2:
                    self.assertRegex(done.stderr, "error: .*\n  hint: ")
                if done.returncode != 0:
                    self.assertEqual(self.live()[0], before)
                before = self.live()[0]
                codes.add(done.returncode)
        self.assertIn(2, codes)
        self.assertTrue(self.search("zulu"))

    def run_limited(self, *arguments, blocks=300):
        command = ["sh", "-c", f'ulimit -f {blocks}; exec "$0" "$@"', BIN, *arguments]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, env=clean_environment(), timeout=PATIENCE)

    def test_a_link_in_the_place_of_a_file_to_be_written_is_not_followed(self):
        self.page("site/p.html", "Page", "<p>zulu words</p>")
        self.build("site")
        victim = self.write("victim", "precious")
        (self.folder / "index/lock").unlink()
        (self.folder / "index/lock").symlink_to(victim)
        done = self.run_door("build", "--source", "site", "--index", "index")
        self.assertEqual(done.code, 2)
        self.assertIn("lock is a symbolic link", done.err)
        self.assertEqual(victim.read_text(), "precious")
        (self.folder / "index/lock").unlink()
        for target in (victim, "manifest.json.new"):  # the second leads to itself
            (self.folder / "index/manifest.json.new").symlink_to(target)
            self.build("site")
            self.assertEqual(victim.read_text(), "precious")
            self.assertFalse((self.folder / "index/manifest.json").is_symlink())
        (self.folder / "index/generations").rename(self.folder / "outside")
        (self.folder / "index/generations").symlink_to(self.folder / "outside")
        done = self.run_door("build", "--source", "site", "--index", "index")
        self.assertEqual(done.code, 2)
        self.assertIn("is a symbolic link", done.err)


if __name__ == "__main__":
    unittest.main()
