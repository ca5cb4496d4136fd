"""nDCG@10 of the real binary on outside collections: pages are built with `sitedoor build`, asked with `sitedoor search --batch`."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

import measure

TOOLS = measure.EVAL_DIR / "tools/relevance"
SETS = measure.EVAL_DIR / "data/relevance"
SITES = measure.DEPS / "eval"  # the real sites, kept from run to run


def language_of(name):
    ending = name.rsplit("-", 1)[-1]
    return ending if len(ending) == 2 else "en"


class Relevance(measure.Case):
    test = "relevance"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sitedoor-eval-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def real_site(self, name):
        """A documentation site out of Debian's packages; skips the test when they cannot be had."""
        site = SITES / name
        if not site.is_dir():
            work = SITES / f"{name}.{self.folder.name}"
            self.addCleanup(shutil.rmtree, work, ignore_errors=True)
            work.mkdir(parents=True)
            try:
                measure.run([sys.executable, TOOLS / "make-site.py", name, work])
            except (RuntimeError, subprocess.TimeoutExpired) as error:
                self.skipTest(f"{name}: its packages cannot be had: {str(error)[-300:]}")
            work.rename(site)
        return site

    def collection_site(self, name, site):
        measure.run([sys.executable, TOOLS / "corpus-to-site.py", SETS / name, site, "--lang", language_of(name)])
        return site

    def ask(self, site, queries):
        """Builds an index of the site and gives the run as lines (query, page id, score)."""
        index = self.folder / "index"
        measure.run([measure.BIN, "build", "--source", site, "--index", index], cwd=self.folder)
        run = self.folder / "run.trec"
        measure.run([measure.BIN, "search", "--index", index, "--batch", queries, "--run", run], cwd=self.folder)
        shutil.rmtree(index)
        return [(fields[0], fields[2], fields[4]) for fields in (line.split() for line in run.read_text().splitlines())]

    def score(self, qrels, run):
        path = self.folder / "scored.tsv"
        path.write_text("".join(f"{query}\t{page}\t{score}\n" for query, page, score in run))
        told = measure.run([sys.executable, TOOLS / "eval.py", qrels, path])
        return {"ndcg10": float(re.search(r"nDCG@10=([0-9.]+)", told)[1])}

    @staticmethod
    def document(page):
        """The collection's document that corpus-to-site.py made the page of."""
        return urllib.parse.unquote(page.removesuffix(".html"))

    def measure_set(self, name):
        has_corpus = (SETS / name / "corpus.jsonl.xz").exists()
        site = self.collection_site(name, self.folder / "site") if has_corpus else self.real_site(name)
        run = self.ask(site, SETS / name / "queries.jsonl")
        if has_corpus:
            run = [(query, self.document(page), score) for query, page, score in run]
        self.hold(name, self.score(SETS / name / "qrels.tsv", run))

    def test_languages_of_one_site(self):
        """The same articles in several languages as one site: a question is answered in its own."""
        names = sorted(path.name for path in SETS.glob("xquad-??"))
        queries, qrels = self.folder / "queries.jsonl", self.folder / "qrels.tsv"
        with queries.open("w") as all_queries, qrels.open("w") as all_qrels:
            for name in names:
                language = language_of(name)
                self.collection_site(name, self.folder / "site" / language)
                all_queries.write((SETS / name / "queries.jsonl").read_text().replace('{"_id": "', f'{{"_id": "{language}-'))
                for line in (SETS / name / "qrels.tsv").read_text().splitlines():
                    fields = line.split("\t")
                    if fields[0] != "query-id":
                        all_qrels.write(f"{language}-{fields[0]}\t{language}/{fields[1]}\t{fields[2]}\n")
        run = self.ask(self.folder / "site", queries)
        self.hold("xquad-mixed", self.score(qrels, [(query, self.document(page), score) for query, page, score in run]))


def add_tests():
    for path in sorted(SETS.iterdir()) if SETS.is_dir() else []:
        if (path / "queries.jsonl").exists():
            setattr(Relevance, "test_" + path.name.replace("-", "_"), lambda self, name=path.name: self.measure_set(name))


add_tests()
if __name__ == "__main__":
    measure.main(["data/relevance", "tools/relevance/eval.py"])
