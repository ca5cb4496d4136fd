"""Runs one test_*.py for ctest and tells skipped from passed: `run_one.py test_swap`.

Ends with 0 when tests ran and none failed, with 77 (ctest reports it as skipped) when every test was skipped, with 1 otherwise.
Each skipped test is a line `skipped: NAME: REASON`. Where NO_SKIPPED_TESTS is 1, as CI sets it, a skipped test is a failure,
unless its reason starts with harness.DOES_NOT_APPLY. Standard library only.
"""
import os
import sys
import unittest

from harness import DOES_NOT_APPLY

SKIPPED = 77


def main(module):
    result = unittest.main(module=module, argv=["run_one.py"], verbosity=2, exit=False).result
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}", flush=True)
    if not result.wasSuccessful():
        return 1
    if result.testsRun == 0 and not result.skipped:
        print(f"{module} has no tests", file=sys.stderr)
        return 1
    missed = [test.id() for test, reason in result.skipped if not reason.startswith(DOES_NOT_APPLY)]
    if missed and os.environ.get("NO_SKIPPED_TESTS") == "1":
        print(f"NO_SKIPPED_TESTS is 1, so these may not be skipped: {', '.join(missed)}", file=sys.stderr)
        return 1
    return SKIPPED if len(result.skipped) >= result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
