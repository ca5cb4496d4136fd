"""The official conformance suite finds nothing beyond what a server with two tools cannot have."""
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

    def leg(self, package, baseline, *arguments):
        done = clients.conformance(package, self.server.mcp_url, self.folder / baseline, *arguments, "--expected-failures",
                                   BASELINES / f"{baseline}.yml")
        self.assertEqual(done.returncode, 0, done.stdout.decode()[-3000:] + done.stderr.decode()[-1000:])

    def test_the_stable_suite(self):
        self.leg("conformance-stable", "stable", "--suite", "all")

    def test_the_requirements_of_2025_11_25(self):
        self.leg("conformance-alpha", "2025-11-25", "--requirements", "2025-11-25")

    def test_the_requirements_of_2026_07_28(self):
        self.leg("conformance-alpha", "2026-07-28", "--requirements", "2026-07-28")


if __name__ == "__main__":
    unittest.main()
