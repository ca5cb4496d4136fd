"""How many lines of our own pages' Markdown are as a careful reader would write them: tests/extraction."""
import collections
import difflib

import measure

PAGES = measure.ROOT / "tests/extraction"


def lines_of(markdown):
    return [line.rstrip() for line in markdown.splitlines() if line.strip()]


def f1(expected, found):
    shared = sum((collections.Counter(expected) & collections.Counter(found)).values())
    return 2 * shared / (len(expected) + len(found))


class OwnPages(measure.Case):
    test = "own_pages"

    def test_markdown(self):
        scores = []
        for page in sorted(PAGES.glob("*.html")):
            expected = lines_of(page.with_suffix(".md").read_text())
            with page.open("rb") as html:
                found = lines_of(measure.run([measure.BIN, "extract", "--format", "markdown"], stdin=html))
            scores.append(f1(expected, found))
            print("".join(line + "\n" for line in difflib.unified_diff(expected, found, "expected", page.name, lineterm="", n=0)))
        self.assertGreater(len(scores), 0)
        self.hold("markdown", {"lines-f1": sum(scores) / len(scores)})


if __name__ == "__main__":
    measure.main()
