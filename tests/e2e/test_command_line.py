# sanitized: also runs against the sanitized binary
"""What a person types in a shell: queries that look like options, exit codes, where results and messages go."""
import json
import os
import subprocess
import unittest

from harness import BIN, HARBOUR, PATIENCE, Case, clean_environment

WORDS = "<p>" + "Words that say nothing much but are enough for a page. " * 8 + "</p>"


class Queries(Case):
    def setUp(self):
        super().setUp()
        self.page("site/pointers.html", "Pointers", "<p>The operator <code>p->next</code> and <code>-></code> follow a pointer.</p>")
        self.page("site/flags.html", "Flags", "<p>Configure with <code>--with-openssl</code> or <code>-Wall</code>.</p>")
        self.page("site/degrees.html", "Frost", "<p>At -40 degrees both scales agree.</p>")
        self.build("site")

    def found(self, *words):
        done = self.run_door("search", *words, "--index", "index", "--json")
        self.assertEqual(done.code, 0, done.err)
        return done.json()["hits"][0]["id"]

    def test_a_query_that_begins_with_a_dash_is_searched_for(self):
        for words, page in ((("->",), "pointers.html"), (("->", "pointer"), "pointers.html"), (("-40",), "degrees.html"), (("-40 degrees",), "degrees.html"),
                            (("--with-openssl configure",), "flags.html"), (("--", "--with-openssl"), "flags.html"), (("--", "-Wall"), "flags.html")):
            with self.subTest(words=words):
                if words[0] == "--":
                    done = self.run_door("search", "--index", "index", "--json", *words)
                    self.assertEqual(done.json()["hits"][0]["id"], page)
                else:
                    self.assertEqual(self.found(*words), page)

    def test_a_word_that_is_written_as_an_option_and_is_none_is_explained(self):
        for word in ("--with-openssl", "-Wall", "--flag-like"):
            done = self.run_door("search", word, "words", "--index", "index")
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(f"no option {word}", done.err)
            self.assertIn(f"sitedoor search -- {word}", done.err)
        self.assertIn("did you mean --json?", self.run_door("search", "x", "--jsn", "--index", "index").err)

    def test_bytes_that_are_no_text_give_json_that_is(self):
        done = subprocess.run([BIN, b"search", b"pointer \xff\xfe", b"--index", b"index", b"--json"], cwd=self.folder, capture_output=True,
                              env=clean_environment(), timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["hits"][0]["id"], "pointers.html")


class Outcomes(Case):
    def test_results_go_to_stdout_and_everything_else_to_stderr(self):
        done = self.build(HARBOUR)
        self.assertIn("14 pages", done.out + done.err)
        done = self.run_door("search", "ferry", "--index", "index")
        self.assertEqual((done.code, done.err), (0, ""))
        self.assertIn("The ferry", done.out)
        done = self.run_door("search", "qqqqq", "--index", "index")
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("qqqqq", done.err)
        done = self.run_door("fetch", "nowhere.html", "--index", "index")
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("nowhere.html", done.err)

    def test_bad_usage_is_2_with_the_next_step(self):
        for arguments, said in (((), "sitedoor"), (("serch",), "did you mean sitedoor search?"), (("search",), "say what to search for"),
                                (("search", "x", "--top"), "--top needs a value"), (("search", "x", "--top", "0"), "--top"), (("search", "x", "--top", "many"), "many"),
                                (("search", "x", "--index", "nowhere"), "sitedoor build"), (("build", "nowhere"), "nowhere"), (("fetch",), "say which page"),
                                (("config", "shout"), "shout"), (("build", "a", "b"), "further argument"), (("serve", "idx"), "--index idx"), (("build", "a", "--source", "b"), "two folders are named"),
                                (("search", "x", "--batch", "q"), "but got x"), (("search", "--batch", "q", "--json"), "--json does not go with --batch"),
                                (("rollback", "--list", "g"), "takes no generation"), (("search", "x", "--config", "none.toml"), "no settings file none.toml"),
                                (("config", "chek"), "did you mean sitedoor config check?"), (("build", "x", "--base-url", "a.org/docs"), "https://a.org/docs"),
                                (("build", "x", "--embedding", "openai"), "keyword search only"), (("build", "x", "--log-format", "json"), "--log-format"), (("search", "x", "--run", "out"), "--batch"),
                                (("build", HARBOUR, "--index", BIN), "which is a file"), (("fetch", ""), "say which page"), (("rollback", "--index", "nowhere"), "nowhere")):
            with self.subTest(arguments=arguments):
                done = self.run_door(*arguments)
                self.assertEqual((done.code, done.out), (2, ""))
                self.assertIn(said, done.err)

    def test_a_base_url_with_a_password_is_refused_without_repeating_it(self):
        done = self.run_door("build", "x", "--base-url", "https://me:geheim@docs.example/")
        self.assertEqual(done.code, 2)
        self.assertIn("password", done.err)
        self.assertNotIn("geheim", done.out + done.err)

    def test_a_folder_without_pages_and_queries_that_are_none_are_explained(self):
        (self.folder / "empty").mkdir()
        done = self.run_door("build", "empty")
        self.assertEqual(done.code, 1)
        self.assertIn("no .html file below empty", done.err)
        self.assertIn("0 found\n", done.out)
        self.page("large/index.html", "Large", "<p>" + "word " * 1000)
        self.assertIn("No page is left below large: 1 larger than source.most_page_bytes; take larger ones: --most-page-bytes.",
                      self.run_door("build", "large", "--most-page-bytes", "1KiB").err)
        self.write("empty/hugo.toml", "")
        self.assertIn("empty is a Hugo project that has not been built: hugo", self.run_door("build", "empty").err)
        (self.folder / "empty/public").mkdir()
        self.assertIn("its HTML is in empty/public", self.run_door("build", "empty").err)
        self.build(HARBOUR)
        self.write("queries.jsonl", "ferry\n")
        self.write("twice.jsonl", '{"_id": "1", "text": "ferry"}\n\n{"_id": 1, "text": "harbour"}\n')
        done = self.run_door("search", "--index", "index", "--batch", "twice.jsonl")
        self.assertEqual(done.code, 2)
        self.assertIn("line 3 of the queries has the _id 1 of line 1", done.err)
        for words, said in ((("--batch", "queries.jsonl"), '{"_id"'), (("--batch", "none"), "No such file"), (("--batch", "-", "--run", "no/x"), "No such file")):
            done = self.run_door("search", "--index", "index", *words)
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(said, done.err)

    def test_a_generation_is_no_index(self):
        self.build(HARBOUR)
        generation = next((self.folder / "index/generations").iterdir())
        done = self.run_door("search", "ferry", "--index", generation)
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn(f"--index {self.folder / 'index'}\n", done.err)

    def test_a_port_that_is_taken_is_said_with_a_way_out(self):
        self.build(HARBOUR)
        port = self.serve().port
        done = self.run_door("serve", "--index", "index", "--listen", f"127.0.0.1:{port}")
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn(f"another program uses port {port}", done.err)

    def test_extract_refuses_an_address_that_is_no_pages(self):
        for url in ("javascript:alert(1)", "mailto:a@b.c", "page.html"):
            done = self.run_door("extract", "-", "--url", url, stdin=b"<p>words</p>")
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(url, done.err)
            self.assertIn("hint: as in: --url https://", done.err)

    def test_extract_says_what_is_left_out_because_it_is_too_long(self):
        done = self.run_door("extract", "-", stdin=b"<base href='http://h/" + b"a" * 60_000 + b"/'><p>words " + b"<a href=x>y</a> " * 9_000)
        self.assertEqual((done.code, done.out), (0, "words" + " y" * 9_000 + "\n"))
        self.assertIn("the addresses of 9000 links are too long", done.err)

    def test_extract_of_a_page_without_text_says_so(self):
        done = self.run_door("extract", "-", stdin=b"<frameset><frame src=menu.html><frame src=a/main.html></frameset>")
        self.assertEqual((done.code, done.out), (0, ""))
        self.assertEqual(done.err, "warning: the page has hardly any text\nwarning: its text is in frames: menu.html, a/main.html\n")
        done = self.run_door("extract", "-", stdin=b"<p></p>")
        self.assertEqual((done.code, done.out, done.err), (0, "", "warning: the page has hardly any text\n"))

    def test_a_reader_that_leaves_is_no_error(self):
        self.build(HARBOUR)
        reading, writing = os.pipe()
        os.close(reading)
        with open(writing, "wb") as out:
            done = subprocess.run([BIN, "search", "the", "--index", "index", "--top", "100"], cwd=self.folder, stdout=out, stderr=subprocess.PIPE,
                                  env=clean_environment(), timeout=PATIENCE)
        self.assertIn(done.returncode, (0, -13), done.stderr)
        self.assertEqual(done.stderr, b"")

    def test_a_full_disk_is_said(self):
        self.build(HARBOUR)
        for command in (["search", "ferry", "--index", "index"], ["build", HARBOUR, "--index", "index"], ["report", "--index", "index"],
                        ["rollback", "--list", "--index", "index"], ["config", "show"]):
            with self.subTest(command), open("/dev/full", "wb") as out:
                done = subprocess.run([BIN, *command], cwd=self.folder, stdout=out, stderr=subprocess.PIPE,
                                      env=clean_environment(), timeout=PATIENCE)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stderr.count(b"No space left"), 1, done.stderr)

    def test_a_setting_comes_from_flag_variable_file_and_default_in_that_order(self):
        self.build(HARBOUR)
        self.write("sitedoor.toml", "[search]\nlimit = 3\n")

        def hits(*arguments, **variables):
            return len(self.run_door("search", "the", "--index", "index", "--json", *arguments, env=variables).json()["hits"])
        self.assertEqual(hits(), 3)
        self.assertEqual(hits(SITEDOOR_SEARCH_LIMIT="2"), 2)
        self.assertEqual(hits("--top", "1", SITEDOOR_SEARCH_LIMIT="2"), 1)
        shown = self.run_door("config", "show", "--top", "1", env={"SITEDOOR_SERVER_POLL": "5s"}).out
        for said in ("flag --top", "variable SITEDOOR_SERVER_POLL", "default"):
            self.assertIn(said, shown)
        self.write("sitedoor.toml", "[search]\nlimt = 3\n")
        done = self.run_door("config", "check")
        self.assertEqual(done.code, 2)
        self.assertIn("sitedoor.toml:2", done.err)
        self.assertIn("did you mean search.limit?", done.err)

    def test_options_before_the_command_mean_what_they_mean_behind_it(self):
        self.build(HARBOUR)
        done = self.run_door("--index", "index", "--json", "search", "ferry")
        self.assertTrue(done.json()["hits"])
        for words, said in ((("--index", "nowhere", "search", "ferry"), "no index in nowhere"), (("--config", "nofile", "build", HARBOUR), "nofile"),
                            (("foo", "--bogus", "search", "ferry"), "no command foo"), (("--bogus", "search", "ferry"), "no option --bogus"),
                            (("--index", "index"), "no command is given")):
            done = self.run_door(*words)
            self.assertEqual((done.code, done.out), (2, ""), words)
            self.assertIn(said, done.err)

    def test_an_empty_index_path_is_an_error_and_never_the_current_folder(self):
        before = sorted(os.listdir(self.folder))
        done = self.run_door("build", HARBOUR, "--index", "")
        self.assertEqual(done.code, 2)
        self.assertIn("index.path", done.err)
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual(self.run_door("build", HARBOUR, env={"SITEDOOR_INDEX_PATH": ""}).code, 0)
        self.assertEqual(sorted(set(os.listdir(self.folder)) - set(before)), ["index"], "an empty variable is none")

    def test_config_check_refuses_what_serve_would_refuse(self):
        self.build(HARBOUR)
        for words, said in ((("--listen", "localhost"), "port is missing"), (("--listen", "127.0.0.1:99999"), "0 to 65535"),
                            (("--allow-origin", "https://my.site/path"), "nothing behind"), (("--allow-origin", "my.site"), "https://my.site"),
                            (("--allow-host", "https://my.site"), "without scheme")):
            for command in (("config", "check"), ("serve", "--index", "index")):
                done = self.run_door(*command, *words)
                self.assertEqual((done.code, done.out), (2, ""), (command, words))
                self.assertIn(said, done.err)
        self.write("sitedoor.toml", "[chunks]\ntarget_characters = 5000\nmost_characters = 200\n")
        self.assertIn("sitedoor.toml:2", self.run_door("config", "check").err)

    def test_config_check_lists_all_that_is_wrong(self):
        self.write("etc/sitedoor.toml", "[search]\nlimt = 3\nlimit = 'x'\n[server]\nlisten = 'localhost'\npoll = 0\n")
        places = ("toml:2: there is no setting search.limt", "toml:3: search.limit", "toml:5: server.listen", "toml:6: server.poll", "--listen: server.listen")
        done = self.run_door("config", "check", "--config", "etc/sitedoor.toml", "--listen", "127.0.0.1:99999")
        self.assertEqual((done.code, done.out), (2, ""))
        for place in places:
            self.assertIn(place, done.err)
        done = self.run_door("config", "check", "--json", "--config", "etc/sitedoor.toml", "--listen", "127.0.0.1:99999")
        checked = done.json()
        self.assertEqual((done.code, done.err, checked["ok"], len(checked["problems"])), (2, "", False, 5))
        for place, problem in zip(places, checked["problems"]):
            self.assertIn(place, problem["message"])
        self.assertEqual(checked["problems"][0]["hint"], "did you mean search.limit?")
        done = self.run_door("search", "x", "--config", "etc/sitedoor.toml")
        self.assertEqual((done.code, done.err.count("error:")), (2, 4), "every command says all of them")
        self.write("etc/sitedoor.toml", "[site]\nname = \"x\" y\n")
        self.assertIn("etc/sitedoor.toml:2:12: not TOML", self.run_door("config", "check", "--config", "etc/sitedoor.toml").err)
        self.assertEqual(self.run_door("config", "check", "--json").json(), {"ok": True, "file": "", "problems": []})

    def test_without_a_named_index_it_is_beside_the_settings_file(self):
        self.write("etc/sitedoor.toml", f"[source]\nfolder = '{HARBOUR}'\n")
        self.build(HARBOUR)
        done = self.run_door("search", "ferry", "--config", "etc/sitedoor.toml")
        self.assertEqual(done.code, 2)
        self.assertIn("there is no index in etc/index", done.err)
        self.assertIn("--index index", done.err)
        done = self.run_door("build", "--config", "etc/sitedoor.toml")
        self.assertIn("in etc/index", done.err)
        self.assertTrue((self.folder / "etc/index/manifest.json").exists())
        self.assertEqual(self.run_door("search", "ferry", env={"SITEDOOR_CONFIG": "etc/sitedoor.toml"}).code, 0)
        self.assertEqual(self.run_door("search", "ferry", "--config", "etc/sitedoor.toml", "--index", "index").code, 0)

    def test_a_variable_that_names_no_setting_is_named_without_its_value(self):
        self.build(HARBOUR)
        ours = {"SITEDOOR_BIN": "x", "SITEDOOR_EVAL_DIR": "x", "SITEDOOR_PORT": "tcp://10.0.0.1:80", "SITEDOOR_SERVICE_HOST": "10.0.0.1"}
        self.assertEqual(self.run_door("search", "ferry", "--index", "index", env=ours).err, "")
        done = self.run_door("search", "ferry", "--index", "index", "--json", env={"SITEDOOR_NOPE": "v4lue", "SITEDOOR_INDEX": "v4lue"})
        self.assertEqual(done.code, 0)
        self.assertTrue(done.json()["hits"])
        self.assertEqual(done.err.count("warning: "), 2)
        self.assertIn("SITEDOOR_NOPE names no setting", done.err)
        self.assertIn("did you mean SITEDOOR_INDEX_PATH?", done.err)
        self.assertNotIn("v4lue", done.err + done.out)
        done = self.run_door("config", "check", "--json", env={"SITEDOOR_NOPE": "v4lue", **ours})
        self.assertEqual(done.code, 2)
        self.assertEqual([problem["message"].split(" (")[0] for problem in done.json()["problems"]], ["the variable SITEDOOR_NOPE names no setting"])
        done = self.run_door("config", "check", env={"SITEDOOR_SERVER_LISTN": "x"})
        self.assertEqual(done.code, 2)
        self.assertIn("did you mean SITEDOOR_SERVER_LISTEN?", done.err)

    def test_a_path_that_is_no_text_gives_json_that_is(self):
        (self.folder / "\udcff").mkdir()
        with open(self.folder / "\udcff/site.toml", "w") as file:
            file.write("[index]\npath = 'x'\n")
        for what in ("check", "show"):
            done = subprocess.run([BIN, "config", what, "--json", "--config", b"\xff/site.toml"], cwd=self.folder, capture_output=True, env=clean_environment(),
                                  timeout=PATIENCE)
            self.assertEqual(done.returncode, 0, done.stderr)
            json.loads(done.stdout)

    def test_a_settings_file_may_start_with_a_byte_order_mark(self):
        self.write("sitedoor.toml", "\ufeff[search]\nlimit = 3\n")
        self.assertIn("sitedoor.toml:2", self.run_door("config", "show").out)


class Generations(Case):
    def test_they_are_listed_and_gone_back_to_as_text_and_as_json(self):
        self.page("site/a.html", "A", WORDS)
        self.build("site")
        self.page("site/b.html", "B", WORDS)
        self.build("site")
        listed = self.run_door("rollback", "--list", "--json").json()
        self.assertEqual(sorted((one["pages"], one["live"]) for one in listed), [(1, False), (2, True)])
        self.assertEqual(self.run_door("rollback", "--list").out.count("\n"), 2)
        back = self.run_door("rollback", "--json").json()
        self.assertEqual(back["pages"], 1)
        self.assertGreater(back["sequence"], max(one["sequence"] for one in listed))
        (self.folder / "empty").mkdir()
        done = self.run_door("rollback", "--list", "--index", "empty")
        self.assertEqual((done.code, done.out), (1, ""))
        self.assertIn("no generation in empty", done.err)

    def test_a_refused_build_is_reported_apart(self):
        self.page("site/a.html", "A", WORDS)
        self.build("site")
        done = self.run_door("report", "--refused")
        self.assertEqual((done.code, done.out), (1, ""))
        refused = self.run_door("build", "site", "--least-pages", "9")
        self.assertEqual(refused.code, 1)
        self.assertIn("sitedoor report --refused", refused.err)
        self.assertIn("sitedoor report --refused", self.run_door("report").err)
        done = self.run_door("report", "--refused")
        self.assertEqual(done.code, 0)
        self.assertIn("guards.least_pages", done.out)
        self.assertEqual(len(self.run_door("report", "--refused", "--json").json()["refused"]), 1)


class Pages(Case):
    def fetch(self, *words):
        return self.run_door("fetch", "--index", "index", *words)

    def test_fetch_starts_where_the_anchor_is_as_it_does_for_agents(self):
        self.build(HARBOUR)
        whole = self.fetch("ferry/index.html").out
        for reference in ("ferry/index.html#dogs", "ferry#dogs", "https://harbour.example/ferry/#dogs"):
            self.assertTrue(self.fetch(reference).out.startswith("## Dogs\n"), reference)
        self.assertTrue(whole.startswith("# The ferry\n"))
        self.assertEqual(self.fetch("ferry").out, whole)
        self.assertIn('no place called "nowhere"', self.fetch("ferry#nowhere").out)
        record = self.fetch("ferry#dogs", "--json").json()
        self.assertEqual((record["id"], record["markdown"]), ("ferry/index.html", whole))
        server = self.serve()
        self.assertEqual(self.fetch("ferry#dogs").out.strip(), server.call("fetch", id="ferry#dogs")["text"].strip())

    def test_fetch_prints_long_pages_whole_and_in_the_parts_that_agents_get(self):
        self.page("site/long.html", "Long", "".join(f"<p>Paragraph number {i} of a page that is long.</p>" for i in range(2000)))
        self.build("site")
        whole = self.fetch("long.html").out
        self.assertIn("number 1999", whole)
        first = self.fetch("long.html", "--offset", "0", "--json").json()
        rest = self.fetch("long.html", "--offset", first["metadata"]["next_offset"]).out
        self.assertLess(len(first["text"]), 33_000)
        self.assertIn(first["text"][:1000], whole)
        self.assertIn(rest[:1000], whole)
        for offset, said in (("many", "--offset many"), ("-1", "--offset -1"), ("9999999", "past the end")):
            done = self.fetch("long.html", "--offset", offset)
            self.assertEqual((done.code, done.out), (2, ""))
            self.assertIn(said, done.err)


class FirstSteps(Case):
    def test_init_calls_the_site_what_its_build_would_call_it(self):
        for name, title in (("index.html", "Home - Acme Docs"), ("a.html", "Install - Acme Docs"), ("b.html", "Run - Acme Docs")):
            self.page(f"public/{name}", title, WORDS)
        self.assertIn("called Acme Docs", self.run_door("init", "public").out)
        self.assertIn('name = "Acme Docs"', (self.folder / "sitedoor.toml").read_text())
        (self.folder / "sitedoor.toml").write_text("[broken\n")
        self.assertEqual(self.run_door("init", "public").code, 2)
        self.assertEqual(self.run_door("init", "--force", "public").code, 0, "a broken file can be written anew")
        self.run_door("build")
        self.assertEqual(json.loads((self.folder / "index/manifest.json").read_text())["site_name"], "Acme Docs")


if __name__ == "__main__":
    unittest.main()
