"""Scores of `sitedoor extract` on outside pages: hand-checked and automatic documentation, and pages of seven kinds."""
import json
import pathlib
import shutil
import sys
import tempfile

import measure

TOOLS = measure.EVAL_DIR / "tools/extraction"


class Extraction(measure.Case):
    test = "extraction"

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sitedoor-eval-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def score(self, *script):
        told = self.folder / "scores.json"
        measure.run([sys.executable, "-B", *script, "--cmd", f"'{measure.BIN}' extract --format markdown", "--batch", "--json", told,
                     "--name", "sitedoor"], cwd=self.folder, env={"XBENCH_WORK": str(self.folder / "pages")})
        return json.loads(told.read_text().splitlines()[-1])

    def test_checked_documentation(self):
        scores = self.score(TOOLS / "check-docsites.py")
        self.hold("docsites-checked", {name: scores[name] for name in ("overall", "content", "struct")})

    def test_automatic_documentation(self):
        self.hold("docsites-auto", {"f1": self.score(TOOLS / "xbench.py", "run", "docsites-auto")["all"]["F1"]})

    def test_pages_of_seven_kinds(self):
        scores = self.score(TOOLS / "xbench.py", "run", "wcxb-dev")
        self.hold("wcxb-dev", {"f1": scores["all"]["F1"], **{f"f1-{kind}": of["F1"] for kind, of in scores["types"].items()}})


if __name__ == "__main__":
    measure.main(["data/extraction", "tools/extraction/xbench.py"])
