"""What sitedoor writes fits the schemas that it publishes: an index file by file, reports, and the answers of its tools.

Two validators judge: jsonschema, and tools/check_schema, which is what others are told to use.
"""
import copy
import json
import shutil
import subprocess
import sys
import unittest

from harness import HARBOUR, ROOT, Case

REFERENCE = ROOT / "docs/reference"
# Reads [[schema, [value...]]...], writes the first difference of each value, null where it fits.
VALIDATE = """
import json, sys
from jsonschema import Draft202012Validator as Validator
def first(errors):
    return next((f"{list(error.absolute_path)}: {error.message[:300]}" for error in errors), None)
for schema, values in json.load(sys.stdin):
    Validator.check_schema(schema)
    validator = Validator(schema)
    print(json.dumps([first(validator.iter_errors(value)) for value in values]))
"""
ARTICLE = """<meta name="description" content="How otters live."><meta property="article:tag" content="animals">
<meta property="article:section" content="Nature"><meta name="author" content="A. Person"><meta property="article:modified_time" content="2026-08-01T10:00:00Z"><meta property="og:type" content="article">
<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home"}]}</script>"""


def python_with_jsonschema():
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import jsonschema"], capture_output=True).returncode == 0:
            return python
    raise AssertionError("no Python has jsonschema: run tools/setup --test")


def differences(*jobs):
    """For each (schema, values): what is wrong with each value, or None."""
    done = subprocess.run([python_with_jsonschema(), "-c", VALIDATE], input=json.dumps(jobs).encode(), capture_output=True)
    if done.returncode:
        raise AssertionError(done.stderr.decode())
    return [json.loads(line) for line in done.stdout.splitlines()]


def closed(schema):
    """The schema with every object held to the members that are described."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {name: closed(one) for name, one in schema.items()}
    if isinstance(schema.get("properties"), dict) and "type" in schema:
        shut.setdefault("additionalProperties", False)
    return shut


def schema_of(name):
    return json.loads((REFERENCE / f"{name}.schema.json").read_text())


def members(value, path=()):
    """The path of every member below value; of a list, only those of its first item that has any."""
    if isinstance(value, dict):
        for name, one in value.items():
            yield (*path, name)
            yield from members(one, (*path, name))
    elif isinstance(value, list):
        for at, one in enumerate(value):
            below = list(members(one, (*path, at)))
            if below:
                yield from below
                return


def changed(value, path):
    """Copies of value in which the member at path has another name, and another type."""
    for change in ("name", "type"):
        copied = copy.deepcopy(value)
        holder = copied
        for step in path[:-1]:
            holder = holder[step]
        if change == "name":
            holder["renamed"] = holder.pop(path[-1])
        else:
            holder[path[-1]] = 7 if isinstance(holder[path[-1]], (str, dict, list)) else "seven"
        yield copied


def described(schema, root=None):
    """Every member name that a schema describes."""
    root = root or schema
    if isinstance(schema, list):
        return set().union(*(described(one, root) for one in schema)) if schema else set()
    if not isinstance(schema, dict):
        return set()
    names = set(schema["properties"]) if isinstance(schema.get("properties"), dict) else set()
    return names.union(*(described(one, root) for one in schema.values()))


class Schemas(Case):
    def setUp(self):
        super().setUp()
        shutil.copytree(HARBOUR, self.folder / "site")
        self.page("site/otter.html", "Otters", "<h2 id='food'>Food</h2><p id='fish'>Fish, see <a href='index.html'>here</a>.</p><pre><code class='language-sh'>swim --fast</code></pre>"
                  "<table><tr><th>a<th>b<tr><td>1<td>2</table><p style='display:none'>hidden words that nobody sees at all</p><p class=ad>Buy otters.</p>", ARTICLE)
        self.write("site/empty.html", b"")
        self.write("site/style.css", b"a{}")
        (self.folder / "site/gone.html").symlink_to("nowhere.html")
        self.build("site", "--exclude-selector", ".ad")
        self.page("site/seal.html", "Seals", "<p>Seals sing.</p>")
        self.build("site", "--exclude-selector", ".ad")
        self.manifest = json.loads((self.folder / "index/manifest.json").read_text())
        self.generation = self.folder / "index/generations" / self.manifest["generation"]

    def lines(self, name):
        return [json.loads(line) for line in (self.generation / name).read_text().splitlines()]

    def documents(self):
        """What is written, by the schema that describes it."""
        return {"manifest": [self.manifest, json.loads((self.generation / "manifest.json").read_text())],
                "report": [self.run_door("report", "--index", "index", "--json").json()],
                "page": self.lines("pages.jsonl"), "chunk": self.lines("chunks.jsonl")}

    def check_schema(self, *arguments):
        return subprocess.run([sys.executable, "-B", ROOT / "tools/check_schema", *arguments], cwd=self.folder, capture_output=True)

    def test_everything_that_a_build_writes_fits_and_nothing_is_undescribed(self):
        documents = self.documents()
        for name, found in zip(documents, differences(*((closed(schema_of(name)), values) for name, values in documents.items()))):
            self.assertEqual([one for one in found if one], [], name)
            self.assertGreaterEqual(len(found), 1)
        self.assertEqual(documents["report"][0], json.loads((self.generation / "report.json").read_text()))
        self.assertEqual(len(documents["page"]), self.manifest["page_count"])
        self.assertEqual(len(documents["chunk"]), self.manifest["chunk_count"])

    def test_everything_that_is_described_is_written(self):
        for name, values in self.documents().items():
            written = {path[-1] for value in values for path in members(value)}
            written.update(member for value in values for entry in value.get("pages", []) for member in entry)
            self.assertEqual(described(schema_of(name)) - written, set(), name)

    def test_a_member_with_another_name_or_type_does_not_fit(self):
        for name, values in self.documents().items():
            richest = max(values, key=lambda value: len(json.dumps(value)))
            paths = list(members(richest))
            self.assertGreater(len(paths), 4)
            mutants = [mutant for path in paths for mutant in changed(richest, path)]
            found = differences((closed(schema_of(name)), mutants))[0]
            missed = [(path, change) for (path, change), one in zip(((p, c) for p in paths for c in ("name", "type")), found)
                      if one is None and not self.is_free(name, path, change)]
            self.assertEqual(missed, [], name)

    @staticmethod
    def is_free(name, path, change):
        """Members whose name is data: charsets are those that the site has."""
        return name == "report" and change == "name" and path[:-1] == ("summary", "charsets")

    def test_the_report_of_a_refused_build_fits(self):
        done = self.run_door("build", "--source", "site", "--index", "index", "--least-pages", "1000")
        self.assertEqual(done.code, 1)
        refused = json.loads((self.folder / "index/refused.json").read_text())
        self.assertEqual(differences((closed(schema_of("report")), [refused]))[0], [None])
        self.assertTrue(refused["refused"])

    def test_the_checker_that_others_use_agrees_and_notices_a_changed_index(self):
        done = self.check_schema("--index", "index")
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertEqual(self.run_door("rollback", "--index", "index").code, 0)
        self.assertEqual(self.check_schema("--index", "index").returncode, 0)
        self.assertEqual(self.run_door("rollback", "--index", "index", self.manifest["generation"]).code, 0)
        for file in sorted(self.generation.iterdir()):
            with self.subTest(file=file.name):
                before = file.read_bytes()
                file.write_bytes(before[:-2] + bytes([before[-2] ^ 1]) + before[-1:])
                self.assertEqual(self.check_schema("--index", "index").returncode, 1)
                file.write_bytes(before)
        self.assertEqual(self.check_schema("--index", "index").returncode, 0)

    def test_every_file_of_an_index_is_in_its_grammar(self):
        grammar = (REFERENCE / "index-format.md").read_text()
        for file in self.generation.iterdir():
            self.assertIn(file.name, grammar)

    def test_the_answers_of_the_tools_fit_what_the_tools_announce(self):
        server = self.serve()
        tools = {tool["name"]: tool for tool in server.legacy("tools/list").json()["result"]["tools"]}
        answers = {"search": [server.call("search", **arguments) for arguments in ({"query": "ferry"}, {"query": "otter", "limit": 1}, {"query": "qqqqq"},
                                                                                  {"query": "ferry qqqqq"}, {"query": "fähre", "language": "de"})],
                   "fetch": [server.call("fetch", id=id) for id in ("otter.html", "index.html", "ferry/index.html#dogs")]}
        found = differences(*((closed(tools[name]["outputSchema"]), values) for name, values in answers.items()))
        self.assertEqual([one for one in sum(found, []) if one], [])
        inputs = [({"query": "x"}, True), ({"query": "x", "limit": 5}, True), ({}, False), ({"query": 7}, False), ({"query": "x", "limit": "5"}, False)]
        found = differences((tools["search"]["inputSchema"], [value for value, _ in inputs]))[0]
        self.assertEqual([one is None for one in found], [fits for _, fits in inputs])


if __name__ == "__main__":
    unittest.main()
