"""Runs the official MCP clients (Node.js) that tools/setup-clients installed."""
import json
import os
import shutil
import subprocess
import unittest

from harness import CLIENTS, NODE, PATIENCE, ROOT, clean_environment


def require_clients():
    if not NODE.exists() or not (CLIENTS / "node_modules").exists():
        raise unittest.SkipTest("the MCP clients are not installed; run tools/setup --test")


def environment():
    return clean_environment(PATH=f"{NODE.parent}:{os.environ['PATH']}")


def run_script(name, *arguments):
    """tests/e2e/clients/<name> with the packages beside it; the JSON object that it prints."""
    folder = CLIENTS / "scripts"
    folder.mkdir(exist_ok=True)
    script = folder / f"{os.getpid()}-{name}"
    shutil.copy(ROOT / "tests/e2e/clients" / name, script)
    try:
        done = subprocess.run([NODE, script, *map(str, arguments)], capture_output=True, timeout=PATIENCE * 2,
                              env=environment())
    finally:
        script.unlink(missing_ok=True)
    if done.returncode != 0:
        raise AssertionError(f"{name} failed: {done.stderr.decode()[-2000:]}")
    return json.loads(done.stdout)


def inspector(*arguments):
    return subprocess.run([NODE, CLIENTS / "node_modules/@modelcontextprotocol/inspector" / inspector_entry(), "--cli",
                           *map(str, arguments)], capture_output=True, timeout=PATIENCE * 2, env=environment())


def inspector_entry():
    package = json.loads((CLIENTS / "node_modules/@modelcontextprotocol/inspector/package.json").read_text())
    return package["bin"]["mcp-inspector"]


def conformance(package, url, out, *arguments):
    """One leg of the official conformance suite; package is conformance-stable or conformance-alpha."""
    return subprocess.run([NODE, CLIENTS / "node_modules" / package / "dist/index.js", "server", "--url", url, *map(str, arguments),
                           "-o", out], capture_output=True, timeout=PATIENCE * 5, env=environment())
