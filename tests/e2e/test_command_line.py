# sanitized: also runs against the sanitized binary
"""What a person types in a shell: queries that look like options, exit codes, where results and messages go."""
import json
import os
import subprocess
import unittest

from harness import BIN, HARBOUR, PATIENCE, Case, clean_environment


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
                                (("config", "shout"), "shout"), (("build", "a", "b"), "further argument"), (("rollback", "--index", "nowhere"), "nowhere")):
            with self.subTest(arguments=arguments):
                done = self.run_door(*arguments)
                self.assertEqual((done.code, done.out), (2, ""))
                self.assertIn(said, done.err)

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
        with open("/dev/full", "wb") as out:
            done = subprocess.run([BIN, "search", "ferry", "--index", "index"], cwd=self.folder, stdout=out, stderr=subprocess.PIPE,
                                  env=clean_environment(), timeout=PATIENCE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left", done.stderr)

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

    def test_a_settings_file_may_start_with_a_byte_order_mark(self):
        self.write("sitedoor.toml", "\ufeff[search]\nlimit = 3\n")
        self.assertIn("sitedoor.toml:2", self.run_door("config", "show").out)


if __name__ == "__main__":
    unittest.main()
