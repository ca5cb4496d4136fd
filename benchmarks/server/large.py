"""Build, start, memory and swap at 1,000 and at many pages of a made-up site (large_site.py)."""
import json
import os
import re
import statistics
import subprocess
import sys
import threading
import time

from large_site import SECTIONS, write_site
from measured import Measured

MODERN = "2026-07-28"
STARTS = 5
POLL_MS = 100
LOAD_SECONDS = 20


def make_site(root, folder, pages):
    """Made once; a folder with the last page is taken as complete."""
    site = folder / f"site-{pages}"
    made = folder / f"site-{pages}.made"
    if not made.exists():
        real = subprocess.run([root / "tools/sample-site", "python3.11-doc"], check=True, capture_output=True, text=True).stdout
        print(f"making {pages} pages", file=sys.stderr)
        write_site(real.strip(), site, pages)
        made.write_text("")
    return site


def build(sitedoor, site, index, pages):
    started = time.monotonic()
    process = subprocess.Popen([sitedoor, "build", "--quiet", "--source", site, "--index", index,
                                "--base-url", "https://example.org/"], stdin=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.monotonic() - started
    if status != 0:
        sys.exit(f"run: sitedoor build ended with status {status}")
    manifest = json.loads((index / "manifest.json").read_text())
    print(f"| build, {manifest['page_count']} pages, {manifest['chunk_count']} chunks | {seconds:.1f} s, {pages / seconds:.0f} pages/s, "
          f"{usage.ru_utime + usage.ru_stime:.1f} s of CPU time, peak {usage.ru_maxrss / 1024:.0f} MiB |", flush=True)
    return manifest


def evict(folder):
    """Asks the kernel to drop the files from its page cache (it drops what is clean and not mapped)."""
    for path in folder.rglob("*"):
        if path.is_file():
            with open(path, "rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def start_times(command, placement, index, cold):
    seconds = []
    for _ in range(STARTS):
        if cold:
            evict(index)
        server = Measured("sitedoor", command, MODERN, placement)
        seconds.append(server.start_seconds)
        server.stop()
    return f"{statistics.median(seconds) * 1e3:.0f} ms ({min(seconds) * 1e3:.0f} to {max(seconds) * 1e3:.0f})"


def publish_again(index):
    """The live generation under a higher sequence, by rename: a server verifies and maps all of it anew."""
    manifest = json.loads((index / "manifest.json").read_text())
    manifest["sequence"] += 1
    aside = index / "manifest.json.new"
    aside.write_text(json.dumps(manifest))
    os.replace(aside, index / "manifest.json")
    return manifest["sequence"]


def measure_swap(server, arguments, index, load_place):
    """One swap in the middle of a load: its time, and what callers saw. wrk ends the run on any failed request."""
    figures = {}
    load = threading.Thread(target=lambda: figures.update(
        server.load(arguments.questions, LOAD_SECONDS, arguments.connections[-1], load_place)))
    load.start()
    time.sleep(LOAD_SECONDS / 4)
    started, sequence = time.monotonic(), publish_again(index)
    while json.loads(server.get("/healthz"))["sequence"] != sequence:
        if time.monotonic() - started > 120:
            sys.exit("run: the server did not swap in 120 s")
        time.sleep(0.005)
    seconds = time.monotonic() - started
    load.join()
    if not figures:
        sys.exit("run: requests failed during the swap")
    opened = re.search(r"index_swapped.*?ms=(\d+)", server.output())
    print(f"| swap under load | live {seconds:.2f} s after the rename (poll every {POLL_MS} ms), of that "
          f"{opened.group(1) if opened else '?'} ms to verify and map; 0 of {figures['requests']} requests failed, "
          f"p99 {figures['p99_ms']:.1f} ms, longest {figures['max_ms']:.0f} ms |")


def measure_one(arguments, root, serve, places, pages):
    server_place, load_place = places
    arguments.large.mkdir(parents=True, exist_ok=True)
    site, index = make_site(root, arguments.large, pages), arguments.large / f"index-{pages}"
    print(f"\n| {pages} pages, {pages * SECTIONS} sections | |\n|---|---|")
    build(arguments.sitedoor, site, index, pages)
    command = [part if part != "warning" else "info" for part in serve(arguments.sitedoor, index)] + ["--poll", f"{POLL_MS}ms"]
    print(f"| start to the first answer, files in the page cache | {start_times(command, server_place, index, False)} |")
    print(f"| start to the first answer, files evicted | {start_times(command, server_place, index, True)} |", flush=True)
    server = Measured("sitedoor", command, MODERN, server_place)
    try:
        first = server.memory_at_start
        print(f"| after start | anonymous {first['anonymous']:.1f} MiB, resident {first['resident']:.1f} MiB |")
        for connections in arguments.connections:
            figures = server.load(arguments.questions, LOAD_SECONDS, connections, load_place)
            print(f"| {connections} connections | {figures['a_second']:.0f} requests/s, p50 {figures['p50_ms']:.2f} ms, "
                  f"p99 {figures['p99_ms']:.2f} ms, {figures['cpu_ms']:.2f} ms of CPU time a request |", flush=True)
        last = server.memory()
        print(f"| after that load | anonymous {last['anonymous']:.1f} MiB, resident {last['resident']:.1f} MiB (mapped files "
              f"{last['resident'] - last['anonymous']:.1f}) |")
        measure_swap(server, arguments, index, load_place)
        swapped = server.memory()
        print(f"| after the swap | anonymous {swapped['anonymous']:.1f} MiB, resident {swapped['resident']:.1f} MiB, "
              f"peak {swapped['peak']:.1f} MiB |", flush=True)
    finally:
        server.stop()


def measure_large(arguments, root, serve, places):
    for pages in sorted({1000, arguments.pages}):
        measure_one(arguments, root, serve, places, pages)
