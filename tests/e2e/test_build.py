# sanitized: also runs against the sanitized binary
"""Building an index from a folder of HTML: what becomes a page, what does not, and what a broken build leaves alone."""
import json
import os
import unittest

from harness import HARBOUR, Case


class BuildingASite(Case):
    def report(self, index="index"):
        return self.run_door("report", "--index", index, "--json").json()

    def outcomes(self, index="index"):
        return {page["id"]: page["outcome"] for page in self.report(index)["pages"]}

    def test_a_search_finds_the_page_and_the_heading_that_answer(self):
        self.build(HARBOUR)
        hits = self.search("last boat in winter storms")
        self.assertEqual(hits[0]["id"], "ferry/winter.html")
        self.assertTrue(hits[0]["url"].startswith("https://harbour.example/ferry/winter.html"), hits[0]["url"])

    def test_noindex_redirect_stubs_and_empty_files_are_no_pages(self):
        self.build(HARBOUR)
        outcomes = self.outcomes()
        self.assertEqual(outcomes["internal/drafts.html"], "noindex")
        self.assertEqual(outcomes["old-timetable.html"], "redirect")
        self.assertEqual(self.search("draft must never be found"), [])
        moved = self.run_door("fetch", "old-timetable.html", "--index", "index")
        self.assertIn("17:30", moved.out, "the stub's address is an alias of its target")

    def test_index_html_and_its_folder_are_one_page(self):
        self.build(HARBOUR)
        for spelling in ("ferry/index.html", "ferry/", "ferry", "/ferry/", "https://harbour.example/ferry/",
                         "https://harbour.example/ferry/index.html#dogs"):
            with self.subTest(spelling=spelling):
                self.assertIn("Dogs travel free", self.run_door("fetch", spelling, "--index", "index").out)

    def test_canonical_duplicates_are_one_hit_with_aliases(self):
        head = '<link rel="canonical" href="https://example.test/a.html">'
        self.page("site/a.html", "Lanterns", "<p>Paper lanterns float.</p>", head)
        self.page("site/b.html", "Lanterns", "<p>Paper lanterns float.</p>", head)
        self.page("site/c.html", "Other", "<p>Kites fly.</p>", '<link rel="canonical" href="https://example.test/c.html">')
        self.build("site")
        self.assertEqual([hit["id"] for hit in self.search("lanterns")], ["a.html"])
        self.assertIn("Paper lanterns", self.run_door("fetch", "b.html", "--index", "index").out)

    def test_the_sites_name_in_front_of_each_title_is_no_pages_title(self):
        for topic in ("Install", "Use", "Tune", "Watch", "Move"):
            self.write(f"site/{topic.lower()}.html", f"""<title>Acme Docs | {topic} — and {topic.lower()}</title>
                <header><h1>Acme Docs</h1></header><main><h2>{topic} — and {topic.lower()}</h2><p>{topic} all lanterns.</p></main>""")
        self.write("site/index.html", "<title>Acme Docs</title><header><h1>Acme Docs</h1></header><main><p>Lanterns.</p></main>")
        self.build("site")
        hits = {hit["id"]: hit["title"] for hit in self.search("lanterns")}
        self.assertEqual(hits["tune.html"], "Tune — and tune")
        self.assertEqual(hits["index.html"], "Acme Docs")
        self.assertNotIn("# Acme Docs", self.run_door("fetch", "tune.html", "--index", "index").out)

    def test_a_file_canonical_link_is_ignored(self):
        self.page("site/a.html", "One", "<p>Alpha words.</p>", '<link rel="canonical" href="file:///usr/share/a.html">')
        self.page("site/b.html", "Two", "<p>Beta words.</p>", '<link rel="canonical" href="file:///usr/share/a.html">')
        self.build("site", "--base-url", "https://docs.example.test/v1/")
        self.assertEqual(self.search("beta")[0]["url"].split("#")[0], "https://docs.example.test/v1/b.html")

    def test_include_and_exclude_globs_choose_pages(self):
        for name in ("keep/a.html", "keep/skip/b.html", "drop/c.html"):
            self.page("site/" + name, name, "<p>words here</p>")
        self.build("site", "--include", "keep/**", "--exclude", "keep/skip/**")
        self.assertEqual([hit["id"] for hit in self.search("words")], ["keep/a.html"])

    def test_selectors_choose_what_of_a_page_is_content(self):
        self.page("site/a.html", "One", "<p>Alpha words.</p><div class=ad>Buy now.</div><div class=box>Only this.</div>")
        self.page("site/b.html", "Two", "<p>Beta words.</p>")
        self.write("sitedoor.toml", '[extraction]\ninclude = ["main > .box, p"]\nexclude = [".ad", "main > p:not(.x):first-child"]\n')
        self.assertEqual(self.run_door("config", "check").code, 0)
        self.build("site", "--include-selector", ".box")
        pages = {page["id"]: page for page in self.report()["pages"]}
        self.assertEqual((pages["a.html"]["strategy"], pages["a.html"]["excluded_elements"]), ("selectors", 1))
        self.assertEqual(self.run_door("fetch", "a.html").out.strip(), "Only this.")
        self.assertIn("Beta words", self.run_door("fetch", "b.html").out)
        self.assertIn("no include selector matches", " ".join(pages["b.html"]["warnings"]))

    def test_a_selector_that_cannot_be_read_is_named(self):
        self.write("sitedoor.toml", '[extraction]\ninclude = ["main"]\nexclude = ["a:hover"]\n')
        done = self.run_door("config", "check")
        self.assertEqual(done.code, 2)
        self.assertRegex(done.err, r"sitedoor\.toml:3.*extraction\.exclude.*a:hover")
        done = self.run_door("extract", "--include-selector", "div >", stdin=b"<p>x")
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn('selector "div >"', done.err)

    def test_extract_takes_what_selectors_match_and_explains(self):
        html = b"<title>T</title><nav>Home News Contact us all</nav><main><h1>T</h1><p>Words of prose.</p><pre>x</pre></main>"
        done = self.run_door("extract", "--exclude-selector", "pre", "--explain", stdin=html)
        self.assertEqual(done.out, "# T\n\nWords of prose.\n")
        self.assertRegex(done.err, r"\* +\d+%  html > body > main  \(main\)")
        self.assertRegex(done.err, r"\d+  html > body > nav  \(like navigation")
        self.assertIn("1 element taken out", done.err)
        self.assertEqual(self.run_door("extract", "--include-selector", "pre,p", stdin=html).out, "Words of prose.\n\n```\nx\n```\n")

    def test_legacy_charsets_are_read(self):
        self.write("site/ru.html", '<meta charset=windows-1251><title>Привет</title><p>Переправа закрыта'.encode("cp1251"))
        self.write("site/jp.html", '<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS"><title>港</title><p>満潮の時刻表'.encode("shift_jis"))
        self.write("site/bom.html", "<title>BOM</title><p>größere Schiffe".encode("utf-16"))
        self.write("site/lie.html", '<meta charset=utf-8><title>Lie</title><p>caf\xe9 fermé'.encode("cp1252"))
        self.build("site")
        self.assertIn("Переправа закрыта", self.run_door("fetch", "ru.html", "--index", "index").out)
        self.assertIn("満潮の時刻表", self.run_door("fetch", "jp.html", "--index", "index").out)
        self.assertIn("größere Schiffe", self.run_door("fetch", "bom.html", "--index", "index").out)
        self.assertIn("café fermé", self.run_door("fetch", "lie.html", "--index", "index").out)

    def test_what_is_no_page_is_reported_and_loses_nothing_else(self):
        self.page("site/good.html", "Good", "<p>The good page.</p>")
        for i in range(10):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>number{i} text</p>")
        self.write("site/empty.html", b"")
        self.write("site/frames.html", "<html><frameset cols='1,2'><frame src='good.html'><frame src='b.html'></frameset></html>")
        self.write("site/binary.html", os.urandom(50_000))
        (self.folder / "site/loop").symlink_to(".")
        (self.folder / "site/outside.html").symlink_to("/etc/hostname")
        (self.folder / "site/gone.html").symlink_to("nowhere.html")
        with open(self.write("site/huge.html", b"<p>"), "r+b") as huge:
            huge.truncate(100 << 20)
        done = self.build("site")
        self.assertEqual(self.search("the good page")[0]["id"], "good.html")
        report = json.dumps(self.report())
        for name in ("empty.html", "frames.html", "huge.html", "loop", "outside.html", "gone.html"):
            self.assertIn(name, report)
        self.assertNotIn("good.html/good.html", report, done.err)

    def test_hostile_nesting_ends_and_keeps_the_text(self):
        self.write("site/deep.html", "<main>" + "<div>" * 100_000 + "anchovy" + "</main>")
        self.write("site/lists.html", "<main>" + "<ul><li>x" * 20_000 + "<p>barnacle</main>")
        self.write("site/attributes.html", "<main><p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">cuttlefish</main>")
        self.build("site")
        for word, page in (("anchovy", "deep.html"), ("barnacle", "lists.html"), ("cuttlefish", "attributes.html")):
            self.assertEqual(self.search(word)[0]["id"], page)

    def test_the_same_site_gives_the_same_bytes(self):
        self.build(HARBOUR, index="one")
        self.build(HARBOUR, index="two")
        files = []
        for name in ("one", "two"):
            generation = json.loads((self.folder / name / "manifest.json").read_text())
            files.append({f["name"]: f["sha256"] for f in generation["files"] if f["name"] != "report.json"})
        self.assertEqual(files[0], files[1])
        self.assertGreaterEqual(len(files[0]), 3)


class Guards(Case):
    def setUp(self):
        super().setUp()
        for i in range(10):
            self.page(f"site/p{i}.html", f"Page {i}", f"<p>number{i} text</p>")
        self.build("site")
        self.before = (self.folder / "index/manifest.json").read_bytes()

    def refused(self, *arguments):
        done = self.run_door("build", "--source", "site", "--index", "index", *arguments)
        self.assertEqual(done.code, 1, done.err + done.out)
        self.assertEqual((self.folder / "index/manifest.json").read_bytes(), self.before)
        self.assertEqual(self.search("number3")[0]["id"], "p3.html")
        return done.err + done.out

    def test_a_large_drop_leaves_the_old_index(self):
        for i in range(6):
            (self.folder / f"site/p{i}.html").unlink()
        said = self.refused()
        self.assertRegex(said, r"refused: (the live index has 10 pages and this build 4\b|6 of the live index's 10 pages)", "the refusal names both counts")

    def test_an_empty_site_leaves_the_old_index(self):
        for path in (self.folder / "site").iterdir():
            path.unlink()
        self.refused()

    def test_too_few_pages_leave_the_old_index(self):
        self.refused("--least-pages", "11")

    def spoil(self, count, content):
        """Turns that many pages into others; a file of None can be read by nobody."""
        for i in range(count):
            path = self.folder / f"site/p{i}.html"
            if content is None:
                with open(path, "r+b") as page:
                    page.truncate(100 << 20)  # far beyond what a page may have
            else:
                path.write_text(content)

    def test_too_many_pages_that_cannot_be_read_leave_the_old_index(self):
        self.spoil(4, None)
        said = self.refused("--most-drop", "1")
        self.assertRegex(said, r"4 of 10 pages could not be read, more than 30 % \(guards\.most_failed\)")
        self.assertIn("more than 39 %", self.refused("--most-drop", "1", "--most-failed", "0.39"))
        self.build("site", "--most-drop", "1", "--most-failed", "0.4")
        self.assertEqual(len(self.search("text", "--top", "20")), 6)

    def test_too_many_pages_with_hardly_any_text_leave_the_old_index(self):
        self.spoil(6, '<!doctype html><title>App</title><div id="root"></div><script src="app.js"></script>')
        said = self.refused("--most-drop", "1")
        self.assertRegex(said, r"6 of 10 pages have hardly any text, more than 50 %.* built to HTML first \(guards\.most_textless\)")
        self.assertIn("more than 59 %", self.refused("--most-drop", "1", "--most-textless", "0.59"))
        self.build("site", "--most-drop", "1", "--most-textless", "0.6")
        self.assertEqual(len(self.search("text", "--top", "20")), 4)

    def test_each_guard_is_told_with_its_setting(self):
        self.write("guards.toml", "[guards]\nmost_failed = 0.0\nmost_textless = 0.0\n")
        self.spoil(1, None)
        self.page("site/p1.html", "", "")
        said = self.refused("--config", "guards.toml", "--most-drop", "1")
        for setting in ("guards.most_failed", "guards.most_textless"):
            self.assertIn(setting, said)

    def test_a_single_bad_page_does_not_stop_a_build(self):
        (self.folder / "site/p0.html").unlink()
        (self.folder / "site/p0.html").symlink_to("missing.html")
        done = self.build("site")
        self.assertIn("p0.html", done.out + done.err)
        self.assertEqual(self.search("number3")[0]["id"], "p3.html")

    def test_rollback_makes_the_generation_before_live_again(self):
        self.page("site/new.html", "New", "<p>brandnewword</p>")
        self.build("site")
        self.assertEqual(self.search("brandnewword")[0]["id"], "new.html")
        done = self.run_door("rollback", "--index", "index")
        self.assertEqual(done.code, 0, done.err)
        self.assertEqual(self.search("brandnewword"), [])
        old, new = json.loads(self.before), json.loads((self.folder / "index/manifest.json").read_text())
        self.assertEqual(new["generation"], old["generation"])
        self.assertGreater(new["sequence"], old["sequence"] + 1)

    def test_three_generations_stay(self):
        for i in range(5):
            self.page("site/new.html", "New", f"<p>change {i}</p>")
            self.build("site")
        self.assertEqual(len(list((self.folder / "index/generations").iterdir())), 3)


if __name__ == "__main__":
    unittest.main()
