# sanitized: also runs against the sanitized binary
"""`sitedoor serve --stdio` speaks MCP on stdin and stdout, one message a line, and nothing else."""
import json
import subprocess
import unittest

from harness import BIN, HARBOUR, META, MODERN, PATIENCE, Case, clean_environment


class Stdio(Case):
    def talk(self, *lines):
        """Feeds the lines, closes stdin; the answers, the exit code."""
        raw = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
        done = subprocess.run([BIN, "serve", "--stdio", "--index", "index"], cwd=self.folder, input=raw, capture_output=True,
                              timeout=PATIENCE, env=clean_environment())
        return [json.loads(line) for line in done.stdout.splitlines()], done.returncode

    def setUp(self):
        super().setUp()
        self.build(HARBOUR)

    def test_a_legacy_session_initializes_searches_and_ends_with_its_input(self):
        answers, code = self.talk(
            {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}}},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": "search", "arguments": {"query": "dogs"}}})
        self.assertEqual([answer["id"] for answer in answers], [0, "a"])
        self.assertEqual(answers[0]["result"]["protocolVersion"], "2025-06-18")
        self.assertEqual(answers[1]["result"]["structuredContent"]["results"][0]["id"], "ferry/index.html")
        self.assertEqual(code, 0)

    def test_a_modern_request_needs_its_envelope_only(self):
        meta = {META + "protocolVersion": MODERN, META + "clientCapabilities": {}}
        answers, _ = self.talk({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}})
        self.assertEqual(answers[0]["result"]["resultType"], "complete")
        self.assertEqual(answers[0]["result"]["supportedVersions"], [MODERN])

    def test_garbage_lines_are_answered_and_do_not_end_it(self):
        answers, code = self.talk(b"{", b"\xff\xfe", b"[]", b"42", {"jsonrpc": "2.0", "id": 9, "method": "ping"})
        self.assertEqual(answers[-1], {"jsonrpc": "2.0", "id": 9, "result": {}})
        self.assertEqual([answer["error"]["code"] for answer in answers[:-1]], [-32700, -32700, -32600, -32600])
        self.assertEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
