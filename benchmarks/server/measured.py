"""Servers under measurement: started, timed to the first answer, and asked of the kernel for memory and CPU time."""
import http.client
import json
import os
import pathlib
import signal
import socket
import subprocess
import time

HERE = pathlib.Path(__file__).resolve().parent
START_PATIENCE = 600  # seconds; the peers index when they start
TICK = os.sysconf("SC_CLK_TCK")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def body_of(question, revision):
    params = {"name": "search", "arguments": {"query": question}}
    if revision >= "2026":
        params["_meta"] = {"io.modelcontextprotocol/protocolVersion": revision,
                           "io.modelcontextprotocol/clientCapabilities": {}}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params})


def headers_of(revision):
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
               "MCP-Protocol-Version": revision}
    if revision >= "2026":
        headers |= {"Mcp-Method": "tools/call", "Mcp-Name": "search"}
    return headers


class Placement:
    """Where and how urgently a process runs: bound to cores, ahead of all other programs (SCHED_RR), or neither."""

    def __init__(self, cpus=None, real_time=False):
        self.cpus, self.real_time = cpus, real_time

    def apply(self):
        """In the child, before it becomes the program; threads and children inherit both."""
        if self.cpus:
            os.sched_setaffinity(0, self.cpus)
        if self.real_time:
            os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


class Measured:
    """One server process (with its children) on a free port of 127.0.0.1."""

    def __init__(self, name, command, revision, placement):
        self.name, self.revision, self.port = name, revision, free_port()
        command = [str(part).replace("PORT", str(self.port)) for part in command]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SITEDOOR_")}
        self.log = open(f"/tmp/sitedoor-benchmark-{os.getpid()}-{self.port}.log", "w+b")
        started = time.monotonic()
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log, env=environment, start_new_session=True,
            preexec_fn=placement.apply)
        self._wait_until_it_answers(started)
        self.start_seconds = time.monotonic() - started
        self.memory_at_start = self.memory()

    def _wait_until_it_answers(self, started):
        """Until any HTTP answer to GET /healthz: peers answer 404, which is an answer."""
        while True:
            try:
                self.get("/healthz")
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() - started > START_PATIENCE:
                    raise RuntimeError(f"{self.name} did not start: {self.output()[-2000:]}") from None
                time.sleep(0.001)

    def output(self):
        return pathlib.Path(self.log.name).read_text("utf-8", "replace")

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        finally:
            connection.close()

    def ask(self, question):
        """The structured answer of tools/call search, or an error that says what came instead."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            connection.request("POST", "/mcp", body_of(question, self.revision), headers_of(self.revision))
            answer = connection.getresponse()
            body = answer.read()
        finally:
            connection.close()
        result = json.loads(body).get("result", {}) if answer.status == 200 else {}
        if result.get("isError") or "results" not in result.get("structuredContent", {}):
            raise RuntimeError(f"{self.name}: {question!r}: {answer.status} {body[:300]!r}")
        if json.loads(result["content"][0]["text"]) != result["structuredContent"]:
            raise RuntimeError(f"{self.name}: {question!r}: the text is not the structured answer")
        return result["structuredContent"]["results"], len(body)

    def pids(self):
        found, todo = [], [self.process.pid]
        while todo:
            pid = todo.pop()
            found.append(pid)
            for children in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
                todo += [int(child) for child in children.read_text().split()]
        return found

    def cpu_seconds(self):
        total = 0
        for pid in self.pids():
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / TICK

    def memory(self):
        """MiB: resident, of that anonymous, and the greatest resident so far."""
        sums = {"resident": 0, "anonymous": 0, "peak": 0}
        for pid in self.pids():
            lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
            values = {line.split(":")[0]: int(line.split()[1]) for line in lines}
            sums["resident"] += values["Rss"]
            sums["anonymous"] += values["Anonymous"]
            status = pathlib.Path(f"/proc/{pid}/status").read_text()
            sums["peak"] += int(status.split("VmHWM:")[1].split()[0])
        return {name: kilobytes / 1024 for name, kilobytes in sums.items()}

    def load(self, questions, seconds, connections, placement):
        """wrk's figures over that time, with the server's CPU milliseconds a request."""
        environment = {**os.environ, "QUESTIONS": str(questions), "REVISION": self.revision}
        before = self.cpu_seconds()
        done = subprocess.run(
            ["wrk", "--threads", "1", "--connections", str(connections), "--duration", f"{seconds}s", "--latency",
             "--timeout", "20s", "--script", HERE / "load.lua", f"http://127.0.0.1:{self.port}"],
            capture_output=True, text=True, env=environment, check=True,
            preexec_fn=placement.apply)
        figures = json.loads(done.stdout.strip().splitlines()[-1])
        if figures["errors"] or not figures["requests"]:
            raise RuntimeError(f"{self.name}: {done.stdout}")
        figures["a_second"] = figures["requests"] / figures["seconds"]
        figures["cpu_ms"] = (self.cpu_seconds() - before) * 1e3 / figures["requests"]
        figures["answer_kilobytes"] = figures["bytes"] / figures["requests"] / 1024
        return figures

    def stop(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGTERM)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(self.process.pid, signal.SIGKILL)
                self.process.wait()
        self.log.close()
        os.unlink(self.log.name)
