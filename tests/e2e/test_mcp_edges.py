# sanitized: also runs against the sanitized binary
"""One request after the other of mcp_edges.tsv, each with the status, body and headers that it must be answered with.

Columns: headers are separated by two spaces; `json` stands for a client's usual two, `Name:` alone leaves one out. In a body
{META} is the params of a modern request, {_META} its `_meta` member, {META x} that of version x, \\xff a byte. An answer is `-` (no
body), `head` (the headers of a JSON body alone) or a part of the JSON that comes back: "..." is any value, "~x" a text with x in
it, {"=": x} exactly x. Of the answer's headers each must hold the given text.
"""
import csv
import json
import os
import pathlib
import re
import subprocess
import unittest

import clients
from harness import DOES_NOT_APPLY, HARBOUR, META, MODERN, NODE, PATIENCE, Case

TABLE = pathlib.Path(__file__).parent / "mcp_edges.tsv"
USUAL = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def rows():
    with TABLE.open(newline="") as table:
        return list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))


def headers_of(text, port):
    headers = []
    for part in text.split("  ") if text != "-" else []:
        if part == "json":
            headers += USUAL.items()
        else:
            name, _, value = part.partition(":")
            headers.append((name, value.strip().replace("{PORT}", str(port))))
    return headers


def body_of(text):
    def envelope(found):
        member = json.dumps({META + "protocolVersion": found[2] or MODERN, META + "clientCapabilities": {}})
        return f'"_meta":{member}' if found[1] else f'{{"_meta":{member}}}'

    raw = re.sub(r"\{(_?)META ?([^}]*)\}", envelope, text).encode()
    return re.sub(rb"\\x([0-9a-f]{2})", lambda found: bytes([int(found[1], 16)]), raw)


def difference(expected, got, path="answer"):
    """Where `got` does not hold what is expected; None when it does."""
    if expected == "...":
        return None if got not in (None, "", [], {}) else f"{path} is empty"
    if isinstance(expected, str) and expected.startswith("~"):
        return None if isinstance(got, str) and expected[1:] in got else f"{path} has no {expected[1:]!r}: {got!r}"
    if isinstance(expected, dict) and "=" in expected:
        return None if got == expected["="] else f"{path} is {got!r}, not {expected['=']!r}"
    if type(expected) is not type(got):
        return f"{path} is {got!r}, not {expected!r}"
    if isinstance(expected, dict):
        pairs = [(f"{path}.{name}", value, got.get(name)) for name, value in expected.items()]
    elif isinstance(expected, list):
        if len(expected) != len(got):
            return f"{path} has {len(got)} items, not {len(expected)}"
        pairs = [(f"{path}[{i}]", *both) for i, both in enumerate(zip(expected, got))]
    else:
        return None if got == expected else f"{path} is {got!r}, not {expected!r}"
    return next(filter(None, (difference(value, there, name) for name, value, there in pairs)), None)


class Edges(Case):
    def setUp(self):
        super().setUp()
        self.build(HARBOUR)
        self.server = self.serve()

    def check(self, row):
        body = None if row["body"] == "-" else body_of(row["body"])
        headers = {name: value for name, value in headers_of(row["headers"], self.server.port)}
        answer = self.server.request(row["method"], "/mcp", body, {name: value for name, value in headers.items() if value})
        self.assertEqual(answer.status, int(row["status"]), answer.body)
        for name, part in headers_of(row["answer_headers"], self.server.port):
            self.assertIn(part.lower(), answer.headers.get(name.lower(), "").lower(), name)
        self.assertNotIn("mcp-session-id", answer.headers, "there are no sessions")
        if row["answer"] == "-":
            self.assertEqual(answer.body, b"")
            self.assertNotIn("content-type", answer.headers)
            return
        self.assertEqual(answer.headers["content-type"], "application/json")
        if row["answer"] == "head":
            self.assertEqual(answer.body, b"")
            return
        self.assertEqual(int(answer.headers["content-length"]), len(answer.body))
        expected, got = json.loads(row["answer"]), answer.json()
        self.assertIsNone(difference(expected, got), answer.body[:2000])
        for said, message in zip(*(value if isinstance(value, list) else [value] for value in (expected, got))):
            self.assertEqual(set(message), {"jsonrpc", *said}, "of result and error there is one")
            self.assertEqual(message["jsonrpc"], "2.0")
            if "error" in message:
                self.assertTrue(message["error"]["message"])

    def test_every_row_is_answered_as_it_says(self):
        table = rows()
        self.assertGreaterEqual(len(table), 96)
        self.assertEqual(len({row["case"] for row in table}), len(table))
        for row in table:
            with self.subTest(row["case"]):
                self.check(row)

    def test_an_outside_list_of_requests_gets_the_statuses_codes_and_headers_that_are_known(self):
        outside = pathlib.Path(os.environ.get("SITEDOOR_EVAL_DIR") or "/nonexistent") / "tools/mcp"
        if not (outside / "edge-cases.mjs").exists():
            self.skipTest(DOES_NOT_APPLY + "SITEDOOR_EVAL_DIR names no folder with tools/mcp/edge-cases.mjs")
        clients.require_clients()
        done = subprocess.run([NODE, outside / "edge-cases.mjs", self.server.mcp_url], capture_output=True, timeout=PATIENCE * 4,
                              env=clients.environment())
        self.assertEqual(done.returncode, 0, done.stderr)
        known = list(map(outcome, (outside / "edge-expected.txt").read_text().splitlines()))
        self.assertGreaterEqual(len(known), 96)
        self.assertEqual(list(map(outcome, done.stdout.decode().splitlines())), known)


def outcome(line):
    """Of a line `case status | content type and Allow | start of the body`: all but the texts that are each server's own."""
    case, headers, body = line.split(" | ", 2)
    code = re.search(r'"error":\{"code":(-?\d+)', body)
    return (re.sub(r" +", " ", case), headers, code and code[1], '"isError":true' in body, '"result"' in body, body[:1])


if __name__ == "__main__":
    unittest.main()
