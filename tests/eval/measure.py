"""What the evaluation tests share: the binary, the outside data, and the floors of floors.tsv.

The data is not part of the repository. SITEDOOR_EVAL_DIR names a folder with data/relevance, data/extraction and tools/;
without it a test that needs it ends with code 77, which ctest reports as skipped. Standard library only.
"""
import os
import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BIN = os.environ.get("SITEDOOR_BIN", str(ROOT / "build/release/sitedoor"))
DEPS = pathlib.Path(os.environ.get("SITEDOOR_DEPS", ROOT / ".deps"))
EVAL_DIR = pathlib.Path(os.environ.get("SITEDOOR_EVAL_DIR") or "/nonexistent")
SKIPPED = 77
# Bounds, not timings: every run here takes seconds.
PATIENCE = 300


def run(command, **options):
    """Runs a command; gives its stdout, and its stderr in the error when it fails."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("SITEDOOR_")}
    environment.update(options.pop("env", {}))
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=PATIENCE, env=environment,
                          **options)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}: exit {done.returncode}: {done.stderr[-2000:]}")
    return done.stdout


def floors(test):
    """{(set, measure): floor} of one test."""
    rows = {}
    for line in (HERE / "floors.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, of, measure, floor = line.split("\t")
            if name == test:
                rows[of, measure] = float(floor)
    return rows


class Case(unittest.TestCase):
    """Holds what was measured against the floors of `test`; every value is printed."""

    test = ""

    def hold(self, of, measured):
        """`measured`: {measure: value}. A floor of the set that was not measured fails too."""
        for measure, value in measured.items():
            floor = floors(self.test).get((of, measure))
            print(f"{self.test} {of} {measure} {value:.4f}" + (" (no floor)" if floor is None else f" (floor {floor:.4f})"),
                  flush=True)
        for (name, measure), floor in floors(self.test).items():
            if name == of:
                with self.subTest(set=of, measure=measure):
                    self.assertGreaterEqual(round(measured.get(measure, 0.0), 4), floor)


def main(needs=()):
    """Runs the tests of the calling script. `needs`: paths below SITEDOOR_EVAL_DIR that it reads."""
    missing = [name for name in needs if not (EVAL_DIR / name).exists()]
    if missing:
        given = os.environ.get("SITEDOOR_EVAL_DIR")
        print("skipped: " + (f"{given} has no {', '.join(missing)}" if given else "SITEDOOR_EVAL_DIR is not set"))
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
