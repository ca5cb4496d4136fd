"""The official conformance suite finds nothing beyond what a server with two tools cannot have."""
import re
import unittest

import clients
from harness import HARBOUR, ROOT, Case

BASELINES = ROOT / "tests/e2e/conformance"


class Conformance(Case):
    def setUp(self):
        clients.require_clients()
        super().setUp()
        self.build(HARBOUR)
        self.server = self.serve()

    def leg(self, package, baseline, least_passed, *arguments):
        """No failure beyond the expected ones, and as many checks that passed as there are for a server with tools alone."""
        done = clients.conformance(package, self.server.mcp_url, self.folder / baseline, *arguments, "--expected-failures",
                                   BASELINES / f"{baseline}.yml")
        said = done.stdout.decode()
        self.assertEqual(done.returncode, 0, said[-3000:] + done.stderr.decode()[-1000:])
        total = re.search(r"^Total: (\d+) passed", said, re.MULTILINE)
        self.assertGreaterEqual(int(total[1]) if total else 0, least_passed, said[-3000:])

    def test_the_stable_suite(self):
        self.leg("conformance-stable", "stable", 7, "--suite", "all")

    def test_the_requirements_of_2025_11_25(self):
        self.leg("conformance-alpha", "2025-11-25", 37, "--requirements", "2025-11-25")

    def test_the_requirements_of_2026_07_28(self):
        self.leg("conformance-alpha", "2026-07-28", 96, "--requirements", "2026-07-28")


if __name__ == "__main__":
    unittest.main()
