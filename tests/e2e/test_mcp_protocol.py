# sanitized: also runs against the sanitized binary
"""Every well- and ill-formed message gets the status, code and shape of the dispatch table (docs/concepts/mcp.md)."""
import json
import re
import string
import unittest
import urllib.parse

from harness import HARBOUR, LEGACY, META, MODERN, Case

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

SIGNS = string.punctuation + "\u2026\u201c\u201d\u2013\u2014\u3002\u3001\uff01\uff1f"
MEANT = "$&*+<>@^_~"  # a query of such a sign alone asks for the sign


def fence_at(markdown, offset):
    """The line that opened the code fence in which this byte stands; empty outside of fences."""
    opened = b""
    for line in markdown[:offset].split(b"\n")[:-1]:
        if line.startswith(b"```"):
            opened = b"" if opened else line
    return opened


def envelope(version=MODERN, **more):
    return {META + "protocolVersion": version, META + "clientCapabilities": {}, **more}


def modern_headers(method, name=None, version=MODERN):
    return {**JSON, "MCP-Protocol-Version": version, "Mcp-Method": method, **({"Mcp-Name": name} if name else {})}


def request(id, method, params=None):
    return {"jsonrpc": "2.0", "id": id, "method": method, **({} if params is None else {"params": params})}


class Protocol(Case):
    def setUp(self):
        super().setUp()
        self.build(HARBOUR)
        self.server = self.serve()

    def send(self, body, headers=JSON, method="POST", path="/mcp"):
        raw = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        return self.server.request(method, path, raw, headers)

    def expect(self, answer, status, code=None, id=None):
        self.assertEqual(answer.status, status, answer.body)
        if code is not None:
            self.assertTrue(answer.headers["content-type"].startswith("application/json"))
            self.assertEqual(answer.json()["error"]["code"], code)
            self.assertEqual(answer.json()["id"], id)
            self.assertNotIn("result", answer.json())

    def test_initialize_negotiates_and_never_fails(self):
        for asked, got in [(v, v) for v in LEGACY] + [("1999-01-01", LEGACY[0]), (MODERN, LEGACY[0])]:
            for headers in (JSON, {**JSON, "MCP-Protocol-Version": "1999-01-01"}):
                answer = self.send(request(0, "initialize", {"protocolVersion": asked, "capabilities": {}}), headers)
                self.expect(answer, 200)
                self.assertEqual(answer.json()["result"]["protocolVersion"], got)
                self.assertEqual(answer.json()["result"]["capabilities"], {"tools": {}})
        for params in (None, {}, {"protocolVersion": None}, {"protocolVersion": 7}):
            self.assertEqual(self.send(request(1, "initialize", params)).json()["result"]["protocolVersion"], LEGACY[0], params)

    def test_notifications_and_posted_responses_are_202_without_a_body(self):
        for message in ({"jsonrpc": "2.0", "method": "notifications/initialized"}, {"jsonrpc": "2.0", "method": "notifications/zzz"},
                        {"jsonrpc": "2.0", "id": 1, "result": {}}, [{"jsonrpc": "2.0", "method": "notifications/initialized"}]):
            answer = self.send(message)
            self.assertEqual((answer.status, answer.body), (202, b""))
            self.assertNotIn("content-type", answer.headers)

    def test_a_notification_with_an_id_is_a_request_and_the_other_way_round(self):
        self.expect(self.send(request(5, "notifications/initialized")), 200, -32601, 5)
        for message in ({"jsonrpc": "2.0", "method": "ping"}, {"jsonrpc": "2.0", "method": "tools/list"}, {"jsonrpc": "2.0", "id": 9, "error": {"code": 1, "message": "x"}}):
            answer = self.send(message)
            self.assertEqual((answer.status, answer.body), (202, b""))

    def test_what_is_no_message_is_400(self):
        for body in (b"{", b"", b'{"\xff":1}', b"[" * 100_000):
            self.expect(self.send(body), 400, -32700)
        for body in (42, None and 0, [], "x"):
            if body is not None:
                self.expect(self.send(body), 400, -32600)
        self.expect(self.send(b"null"), 400, -32600)
        for id in (None, 1.5, True, {}, 2**53 + 1):
            self.expect(self.send(request(id, "ping")), 400, -32600)
        self.expect(self.send({"jsonrpc": "1.0", "id": 1, "method": "ping"}), 400, -32600, 1)
        self.expect(self.send({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": []}), 400, -32600, 1)

    def test_ids_come_back_as_they_went(self):
        for id in ("", "abc", 0, -7, 2**53 - 1):
            answer = self.send(request(id, "ping"))
            self.assertEqual(answer.json(), {"jsonrpc": "2.0", "id": id, "result": {}})

    def test_legacy_methods(self):
        self.expect(self.send(request(1, "zzz")), 200, -32601, 1)
        self.expect(self.send(request(1, "server/discover")), 200, -32601, 1)
        self.expect(self.send(request(1, "tools/list", {"cursor": "zzz"})), 200, -32602, 1)
        self.assertIn("tools", self.send(request(1, "tools/list", {"cursor": None})).json()["result"])
        self.assertEqual(self.send(request(1, "prompts/list")).json()["result"], {"prompts": []})
        self.assertEqual(self.send(request(1, "resources/list")).json()["result"], {"resources": []})
        self.expect(self.send(request(1, "tools/list"), {**JSON, "MCP-Protocol-Version": "1999-01-01"}), 400, -32000, 1)
        self.expect(self.send(request(1, "tools/list"), {**JSON, "Mcp-Session-Id": "stale", "Last-Event-ID": "3"}), 200)

    def test_batches_are_for_2025_03_26(self):
        answer = self.send([request(1, "ping"), request(2, "tools/list")])
        self.assertEqual(sorted(entry["id"] for entry in answer.json()), [1, 2])
        self.expect(self.send([request(1, "ping")], {**JSON, "MCP-Protocol-Version": "2025-11-25"}), 400, -32600)
        self.expect(self.send([request(1, "tools/list", {"_meta": envelope()})], modern_headers("tools/list")), 400, -32600)

    def test_accept_is_lenient_and_content_type_is_not(self):
        for accept in ("application/json", "text/event-stream", "*/*", None):
            headers = {"Content-Type": "application/json; charset=utf-8", **({"Accept": accept} if accept else {})}
            answer = self.send(request(1, "ping"), headers)
            self.expect(answer, 200)
            # Whole and of known length: there is no stream that a proxy could hold back.
            self.assertEqual(answer.headers["content-type"], "application/json")
            self.assertEqual(int(answer.headers["content-length"]), len(answer.body))
        self.expect(self.send(request(1, "ping"), {**JSON, "Accept": "text/html"}), 406, -32000)
        self.expect(self.send(request(1, "ping"), {**JSON, "Content-Type": "text/plain"}), 415, -32000)
        self.expect(self.send(request(1, "ping"), {"Accept": "*/*"}), 415, -32000)

    def test_other_http_methods_are_405_and_preflights_204(self):
        for method in ("GET", "HEAD", "DELETE", "PUT"):
            answer = self.send(None, {"Accept": "text/event-stream"}, method)
            self.assertEqual((answer.status, answer.headers["allow"]), (405, "POST, OPTIONS"))
        answer = self.send(None, {"Origin": "http://localhost:6274", "Access-Control-Request-Method": "POST"}, "OPTIONS")
        self.assertEqual(answer.status, 204)
        allowed = answer.headers["access-control-allow-headers"].lower()
        for name in ("content-type", "authorization", "mcp-protocol-version", "mcp-session-id", "mcp-method", "mcp-name"):
            self.assertIn(name, allowed)
        self.assertIn("www-authenticate", answer.headers["access-control-expose-headers"].lower())

    def test_origin_and_host_are_checked(self):
        for headers in ({"Origin": "http://evil.example.com"}, {"Origin": "null"}, {"Host": "evil.example.com"}):
            self.expect(self.send(request(1, "ping"), {**JSON, **headers}), 403, -32000)
        for headers in ({"Origin": "http://localhost:6274"}, {"Origin": "https://claude.ai"}, {"Host": f"localhost:{self.server.port}"}):
            self.expect(self.send(request(1, "ping"), {**JSON, **headers}), 200)

    def test_both_spellings_of_the_path_answer_without_a_redirect(self):
        self.expect(self.send(request(1, "ping"), path="/mcp/"), 200)

    def test_bad_calls_are_tool_errors_or_protocol_errors(self):
        self.expect(self.send(request(1, "tools/call", {"name": "nosuch", "arguments": {}})), 200, -32602, 1)
        self.expect(self.send(request(1, "tools/call", {"name": "search", "arguments": None})), 200, -32602, 1)
        self.expect(self.send(request(1, "tools/call", {})), 200, -32602, 1)
        for name, arguments in (("search", {}), ("search", {"query": 7}), ("search", {"query": "  "}), ("fetch", {}),
                                ("fetch", {"id": "no/such.html"}), ("search", {"query": "x" * 20_000})):
            result = self.send(request(1, "tools/call", {"name": name, "arguments": arguments})).json()["result"]
            self.assertTrue(result["isError"])
            self.assertNotIn("structuredContent", result)
            self.assertEqual(result["content"][0]["type"], "text")
        result = self.send(request(1, "tools/call", {"name": "search", "arguments": {"query": "dogs", "unknown": 3}})).json()["result"]
        self.assertEqual(json.loads(result["content"][0]["text"]), result["structuredContent"])

    def test_modern_requests_are_held_to_their_headers(self):
        list_tools = request(1, "tools/list", {"_meta": envelope()})
        self.expect(self.send(list_tools, modern_headers("tools/list")), 200)
        self.expect(self.send(list_tools), 400, -32020, 1)
        self.expect(self.send(list_tools, {**JSON, "MCP-Protocol-Version": MODERN}), 400, -32020, 1)
        self.expect(self.send(list_tools, modern_headers("TOOLS/LIST")), 400, -32020, 1)
        self.expect(self.send(list_tools, modern_headers("tools/list", version="2025-11-25")), 400, -32020, 1)
        old = request(1, "tools/list", {"_meta": envelope("2025-11-25")})
        answer = self.send(old, modern_headers("tools/list", version="2025-11-25"))
        self.expect(answer, 400, -32022, 1)
        self.assertEqual(answer.json()["error"]["data"], {"supported": [MODERN], "requested": "2025-11-25"})
        self.expect(self.send(request(1, "server/discover", {}), modern_headers("server/discover")), 400, -32602, 1)
        bare = request(1, "tools/list", {"_meta": {META + "protocolVersion": MODERN}})
        self.expect(self.send(bare, modern_headers("tools/list")), 400, -32602, 1)
        for method in ("initialize", "ping", "prompts/list", "zzz", "subscriptions/listen"):
            self.expect(self.send(request(7, method, {"_meta": envelope()}), modern_headers(method)), 404, -32601, 7)

    def test_headers_that_contradict_themselves_are_refused_and_lists_are_joined(self):
        def send(message, *headers):
            body = json.dumps(message).encode()
            lines = "".join(f"{name}: {value}\r\n" for name, value in (("Host", "localhost"), ("Content-Length", len(body)), *headers))
            answer = self.server.raw(f"POST /mcp HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode() + body)
            head, _, text = answer.partition(b"\r\n\r\n")
            return int(head.split()[1]), json.loads(text).get("error", {}).get("code")
        kind, ping = ("Content-Type", "application/json"), request(1, "ping")
        version = ("MCP-Protocol-Version", "2025-06-18")
        self.assertEqual(send(ping, kind, version, version), (200, None))
        self.assertEqual(send(ping, kind, version, ("mcp-protocol-version", "1999-01-01")), (400, -32020))
        self.assertEqual(send(ping, kind, ("Mcp-Protocol-Version", "1999-01-01"), version), (400, -32020))
        call = request(1, "tools/call", {"name": "search", "arguments": {"query": "ferry"}, "_meta": envelope()})
        modern = (kind, ("MCP-Protocol-Version", MODERN), ("Mcp-Method", "tools/call"), ("Mcp-Name", "search"))
        self.assertEqual(send(call, *modern, ("Mcp-Name", "search")), (200, None))
        for other in (("Mcp-Name", "fetch"), ("Mcp-Method", "tools/list")):
            self.assertEqual(send(call, *modern, other), (400, -32020), other)
        self.assertEqual(send(ping, kind, ("Content-Type", "text/plain")), (415, -32000))
        self.assertEqual(send(ping, kind, ("Accept", "text/html"), ("Accept", "application/json")), (200, None))
        self.assertEqual(send(ping, kind, ("Accept", "text/*")), (200, None))
        self.assertEqual(send(ping, kind, ("Accept", "text/html"), ("Accept", "image/png")), (406, -32000))

    def test_modern_calls_name_their_tool_in_a_header(self):
        call = request(1, "tools/call", {"name": "search", "arguments": {"query": "tides"}, "_meta": envelope()})
        for name, status in (("search", 200), ("=?base64?c2VhcmNo?=", 200)):
            self.expect(self.send(call, modern_headers("tools/call", name)), status)
        for name in ("fetch", None, "=?base64?c2VhcmNo=?="):
            self.expect(self.send(call, modern_headers("tools/call", name)), 400, -32020, 1)

    def test_modern_results_say_that_they_are_complete_and_how_long_they_last(self):
        for method in ("server/discover", "tools/list"):
            result = self.server.modern(method).json()["result"]
            self.assertEqual(result["resultType"], "complete")
            self.assertGreaterEqual(result["ttlMs"], 0)
            self.assertIn(result["cacheScope"], ("public", "private"))
        self.assertEqual(self.server.modern("tools/call", {"name": "search", "arguments": {"query": "x"}}).json()["result"]["resultType"], "complete")

    def test_no_oauth_path_answers_200_or_401(self):
        for path in ("/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp",
                     "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"):
            answer = self.server.get(path)
            self.assertEqual(answer.status, 404)
            self.assertIn("json", answer.headers["content-type"])


class Answers(Case):
    def test_search_and_fetch_have_the_shape_that_chatgpt_asks_for(self):
        self.build(HARBOUR)
        server = self.serve()
        for tool in server.legacy("tools/list").json()["result"]["tools"]:
            self.assertEqual(tool["inputSchema"]["required"], [{"search": "query", "fetch": "id"}[tool["name"]]])
            self.assertTrue(tool["annotations"]["readOnlyHint"])
        for tool, arguments in (("search", {"query": "dogs on the ferry"}), ("search", {"query": "qqqqq"}), ("fetch", {"id": "ferry/index.html"})):
            for result in (server.legacy("tools/call", {"name": tool, "arguments": arguments}).json()["result"],
                           server.modern("tools/call", {"name": tool, "arguments": arguments}).json()["result"]):
                self.assertEqual([item["type"] for item in result["content"]], ["text"])
                self.assertEqual(json.loads(result["content"][0]["text"]), result["structuredContent"])
                self.assertFalse(result.get("isError", False))
        results = server.call("search", query="dogs on the ferry")["results"]
        self.assertTrue(results)
        for hit in results:
            self.assertTrue(all(isinstance(hit[name], str) and hit[name] for name in ("id", "title", "url", "text")), hit)
        self.assertEqual(server.call("search", query="qqqqq")["results"], [])
        page = server.call("fetch", id=results[0]["id"])
        self.assertEqual(set(page), {"id", "title", "text", "url", "metadata"})
        self.assertEqual(server.call("fetch", id=page["url"]), page, "a full URL means the same page")
        self.assertEqual(server.call("fetch", id=results[0]["url"])["id"], page["id"], "with an anchor too")

    def test_a_search_answer_stays_within_its_budget(self):
        for i in range(60):
            self.page(f"site/p{i}.html", f"Otter {i}", "<p>" + "An otter swims far. " * 200 + "</p>")
        self.build("site")
        raw = self.serve().legacy("tools/call", {"name": "search", "arguments": {"query": "otter", "limit": 50}}).json()["result"]
        self.assertTrue(raw["structuredContent"]["results"])
        self.assertLess(len(raw["content"][0]["text"].encode()), 24_000)

    def parts_of(self, server, page):
        """The parts of a page without the lines that tell where they stand, each with its range in bytes."""
        parts, offset = [], None
        while offset is not None or not parts:
            self.assertLess(len(parts), 1000, page)
            got = server.call("fetch", id=page, **({} if offset is None else {"offset": int(offset)}))
            self.assertTrue(all(isinstance(value, str) for value in got["metadata"].values()), got["metadata"])
            offset = got["metadata"].get("next_offset")
            body, mark, told = got["text"].rpartition("\n[Bytes ")
            if not mark:  # short enough for one part
                self.assertIsNone(offset, page)
                body, first, last, size = got["text"], 0, len(got["text"].encode()), len(got["text"].encode())
            else:
                first, last, size = map(int, re.match(r"(\d+) to (\d+) of (\d+)\.", told).groups())
                self.assertEqual(int(got["metadata"]["total_bytes"]), size)
                self.assertEqual(last, size if offset is None else int(offset), page)
                self.assertEqual(f"offset {offset}." in told, offset is not None, told)
            self.assertEqual(first, parts[-1][2] if parts else 0, f"{page}: nothing is left out or told twice")
            self.assertLessEqual(len(body.encode()), 32_000, page)
            parts.append((body.encode(), first, last))
        return parts

    def check_parts(self, server, page):
        """Byte for byte the page's Markdown, apart from fences that a part closes and the next one opens; how many parts."""
        markdown = self.run_door("fetch", page, "--index", "index").out.encode()
        parts = self.parts_of(server, page)
        self.assertEqual(parts[-1][2], len(markdown), page)
        for body, first, last in parts:
            opened, closed = (fence_at(markdown, at) for at in (first, last))
            expected = (opened + b"\n" if opened else b"") + markdown[first:last] + (b"```\n" if closed else b"")
            if body != expected:  # shown as the first difference: the parts are long
                at = next((i for i, pair in enumerate(zip(body, expected)) if pair[0] != pair[1]), min(len(body), len(expected)))
                self.fail(f"{page}, bytes {first} to {last}: {body[max(at - 40, 0):at + 40]!r}, not {expected[max(at - 40, 0):at + 40]!r}")
        return markdown.decode(), len(parts)

    def test_the_parts_of_a_long_page_are_its_markdown_byte_for_byte(self):
        sections = [f"Otter facts number {i}. " + "An otter swims. " * 60 for i in range(1000)]
        code = "".join(f"value_{i} = compute({i})\n" for i in range(3000))
        pages = {
            "sections": "".join(f"<h2 id='s{i}'>Section {i}</h2><p>{text}</p>" for i, text in enumerate(sections)),
            "code": f'<pre><code class="language-python">{code}</code></pre>',
            "examples": "".join(f"<p>Example {i}</p><pre><code class='language-c'>{'int x;' * 99}\n\n{'int y;' * 99}</code></pre>" for i in range(200)),
            "line": "<p>" + "word " * 16_000 + "</p>",
            "tide": "<p>" + "潮位は干潮です🚢。" * 4000 + "</p>",
            "table": "<table><tr><th>A<th>B" + "".join(f"<tr><td>row {i}<td>{'café ' * 9}" for i in range(2000)) + "</table>",
            "list": "<ul>" + "".join(f"<li>item {i} <b>bold</b>" for i in range(4000)) + "</ul>",
        }
        for name, body in pages.items():
            self.page(f"site/{name}.html", name.title(), body)
        self.build("site")
        server = self.serve()
        markdown = {}
        for name in pages:
            markdown[name], count = self.check_parts(server, f"{name}.html")
            self.assertGreaterEqual(count, 3, name)
            self.assertTrue(all(last - first > 10_000 for _, first, last in self.parts_of(server, f"{name}.html")[:-1]), "parts are long")
        self.assertIn(f"```python\n{code}```\n", markdown["code"])
        self.assertEqual([text for text in sections if text.strip() not in markdown["sections"]], [])
        self.assertTrue(server.call("fetch", id="sections.html#s700")["text"].startswith("## Section 700\n"))

    def test_every_page_of_a_real_site_comes_whole(self):
        self.build(HARBOUR)
        server = self.serve()
        ids = [page["id"] for page in self.run_door("report", "--index", "index", "--json").json()["pages"] if page["outcome"] == "indexed"]
        self.assertGreater(len(ids), 10)
        for page in ids:
            self.check_parts(server, page)

    def test_fetch_takes_the_spellings_in_which_people_write_an_address(self):
        for name in ("r.html", "caf\u00e9.html"):
            self.page("site/" + name, "Page " + name, "<p>Text of it.</p>")
        self.build("site", "--base-url", "https://e.test/docs/")
        server = self.serve()
        page = server.call("fetch", id="r.html")
        for reference in ("https://e.test/docs/r", "r", "https://e.test/docs/x/../r.html", "x/../r.html", "https://www.e.test/docs/r.html", "/docs/r"):
            self.assertEqual(server.call("fetch", id=reference), page, reference)
        self.assertEqual(server.call("fetch", id="cafe\u0301.html"), server.call("fetch", id="caf%C3%A9.html"))
        refused = server.legacy("tools/call", {"name": "fetch", "arguments": {"id": "https://e.test/docs/r.html%23x"}}).json()["result"]
        self.assertTrue(refused["isError"], "an encoded # is part of the name")

    def test_half_a_surrogate_pair_and_null_arguments_are_no_error(self):
        self.build(HARBOUR)
        server = self.serve()
        body = json.dumps(request(1, "tools/call", {"name": "search", "arguments": {"query": "ferry \ud800", "limit": None, "language": None}}))
        self.assertIn("\\ud800", body)
        result = server.post(body.encode()).json()["result"]
        self.assertTrue(result["structuredContent"]["results"])

    def test_both_doors_take_queries_of_as_many_characters_in_any_script(self):
        self.build(HARBOUR)
        server = self.serve()
        for character in ("x", "\u00e9", "\u6f6e", "\U0001f6a2"):
            for count, answered in ((10_000, True), (10_001, False)):
                query = character * count
                for ascii in (False, True):  # as UTF-8 and as escapes
                    body = json.dumps(request(1, "tools/call", {"name": "search", "arguments": {"query": query}}), ensure_ascii=ascii)
                    result = server.post(body.encode()).json()["result"]
                    self.assertEqual(bool(result.get("isError")), not answered, (character, count))
                found = server.get("/api/search?q=" + urllib.parse.quote(query))
                self.assertEqual(found.status, 200 if answered else 400, (character, count))
                if not answered:
                    for said in (result["content"][0]["text"], found.json()["detail"]):
                        self.assertIn("10001 characters, more than 10000", said)

    def ask(self, server, query):
        """What a search answers, which is never an error here: the page ids, and the note."""
        result = server.legacy("tools/call", {"name": "search", "arguments": {"query": query}}).json()["result"]
        self.assertFalse(result.get("isError", False), (query, result))
        found = result["structuredContent"]
        self.assertTrue(found["results"] or found["note"], query)
        return [hit["id"] for hit in found["results"]], found.get("note", "")

    def test_signs_alone_are_answered(self):
        self.build(HARBOUR)
        server = self.serve()
        stand_alone = {"#": "api/index.html", "%": "berths/prices.html", "=": "api/index.html"}  # in the text of these pages
        for sign in SIGNS:
            with self.subTest(sign):
                ids, note = self.ask(server, sign)
                self.assertEqual(ids, [stand_alone[sign]] if sign in stand_alone else [])
                if not ids:
                    self.assertIn('No page holds: "' if sign in MEANT else "no word that could be searched for", note)
                if sign in MEANT and sign not in "<>":  # which no quotation holds
                    self.assertIn(f'"{sign}"', note)
        for query in ("()", "'\"`", "\u2026 \u2014 \u3002"):
            self.assertEqual(self.ask(server, query), ([], "No page matches. The query has no word that could be searched for."), query)
        for blank in ("", "  ", "\t\n"):
            result = server.legacy("tools/call", {"name": "search", "arguments": {"query": blank}}).json()["result"]
            self.assertTrue(result["isError"])
            self.assertIn("query is empty", result["content"][0]["text"])

    def test_signs_around_and_within_words_hide_no_page(self):
        self.build(HARBOUR)
        server = self.serve()
        for sign in SIGNS:
            with self.subTest(sign):
                for word, page in (("breakwater", "news/2026-storm.html"), ("ERR_STATION_4041", "api/index.html"), ("ferry", "ferry/index.html")):
                    for query in (sign + word, word + sign, sign + word + sign, sign * 3 + word):
                        self.assertEqual(self.ask(server, query)[0][:1], [page], query)
                    for query in (f"{sign} {word}", f"{word} {sign}"):
                        self.assertIn(page, self.ask(server, query)[0], query)
                for first, second, page in (("max", "age", "api/index.html"), ("dogs", "travel", "ferry/index.html"), ("storm", "damage", "news/2026-storm.html")):
                    self.assertEqual(self.ask(server, first + sign + second)[0][:1], [page], sign)

    def test_queries_of_every_kind_find_their_page_or_say_what_no_page_holds(self):
        self.build(HARBOUR)
        server = self.serve()
        for query, page in (("潮", "ja/tide.html"), ("ERR_STATION_4041", "api/index.html"), ("--max-age", "api/index.html"),
                            ("next_tide", "api/index.html"), ("faehre", "de/faehre.html"), ("braekwater", "news/2026-storm.html"),
                            ('"breakwater', "news/2026-storm.html"), ("breakwater* NEAR(", "news/2026-storm.html"), ("'; DROP breakwater", "news/2026-storm.html")):
            self.assertEqual(self.ask(server, query)[0][:1], [page], query)
        for query, missing in (('"unclosed', "unclosed"), ("C++", "C++"), ("-x", "-x"), ("\0x", "x"), ("why?", "why"), ("🚢", "🚢"),
                               ("'; DROP breakwater", "DROP"), ("word " * 1900, "word")):
            self.assertIn(f'No page holds: "{missing}"', self.ask(server, query)[1], query)


if __name__ == "__main__":
    unittest.main()
