# sanitized: also runs against the sanitized binary
"""The official MCP clients find, search and read a site that sitedoor serves."""
import json
import unittest

import clients
from harness import HARBOUR, LEGACY, MODERN, Case


class OfficialClients(Case):
    def setUp(self):
        clients.require_clients()
        super().setUp()
        self.build(HARBOUR)
        self.server = self.serve()

    def test_the_typescript_sdk_v1_client_searches_and_reads(self):
        seen = clients.run_script("sdk_v1.mjs", self.server.mcp_url, "when does the ferry stop running in winter")
        self.assertEqual(seen["tools"][:2], ["search", "fetch"])
        self.assertEqual(seen["first"]["id"], "ferry/winter.html")
        self.assertTrue(seen["textAgrees"], "the text content must be the structured content")
        self.assertIn("17:30", seen["first"]["text"])
        self.assertGreater(seen["fetched"]["characters"], 100)
        self.assertEqual(seen["missing"], {"isError": True, "structured": False})
        self.assertIn("harbour", seen["instructions"].lower())
        self.assertLess(len(seen["instructions"]), 2000)

    def test_the_typescript_sdk_v2_client_works_in_its_three_modes(self):
        for mode, version in (("legacy", LEGACY[0]), ("auto", MODERN), ("modern", MODERN)):
            with self.subTest(mode=mode):
                seen = clients.run_script("sdk_v2.mjs", self.server.mcp_url, "berth prices", mode)
                self.assertEqual(seen["version"], version)
                self.assertEqual(seen["first"]["id"], "berths/prices.html")
                self.assertEqual(seen["fetched"]["title"], "Berth prices")
                self.assertTrue(seen["missing"]["isError"])

    def test_the_inspector_accepts_tools_and_calls_in_every_era(self):
        for era in ("legacy", "auto", "modern"):
            with self.subTest(era=era):
                listed = clients.inspector(self.server.mcp_url, "--transport", "http", "--method", "tools/list", "--strict",
                                           "--protocol-era", era)
                self.assertEqual(listed.returncode, 0, listed.stderr.decode() + listed.stdout.decode())
                called = clients.inspector(self.server.mcp_url, "--transport", "http", "--method", "tools/call",
                                           "--protocol-era", era, "--tool-name", "search", "--tool-arg", "query=tide table")
                self.assertEqual(called.returncode, 0, called.stderr.decode() + called.stdout.decode())
                self.assertIn("visit/tides.html", called.stdout.decode())

    def test_every_tool_is_annotated_read_only_and_takes_one_required_argument(self):
        tools = {tool["name"]: tool for tool in self.server.legacy("tools/list").json()["result"]["tools"]}
        for name, argument in (("search", "query"), ("fetch", "id")):
            tool = tools[name]
            self.assertEqual(tool["inputSchema"]["required"], [argument])
            self.assertEqual(tool["inputSchema"]["type"], "object")
            self.assertEqual(tool["outputSchema"]["type"], "object")
            annotations = tool["annotations"]
            self.assertTrue(annotations["readOnlyHint"] and annotations["idempotentHint"])
            self.assertFalse(annotations["destructiveHint"] or annotations["openWorldHint"])
            self.assertTrue(tool["title"] and annotations["title"])
            self.assertLess(len(tool["description"].encode()), 1024)
            self.assertNotIn("null", json.dumps(tool))


if __name__ == "__main__":
    unittest.main()
