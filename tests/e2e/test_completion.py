"""The completion scripts at work in real shells: bash, zsh and fish on a terminal of their own."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import time
import unittest

from harness import BIN, PATIENCE, Case, clean_environment

COMMANDS = ["init", "build", "search", "fetch", "extract", "serve", "healthcheck", "report", "rollback", "config", "completion", "help"]
# What is typed, with TAB where it is pressed -> the line as it must stand then.
TYPED = {
    "sitedoor bui\t": "sitedoor build ",
    "sitedoor comp\tz\t": "sitedoor completion zsh ",
    "sitedoor config ch\t": "sitedoor config check ",
    "sitedoor build --sou\tgra\t": "sitedoor build --source grand site",
    "sitedoor build --index gra\t": "sitedoor build --index grand site",
    "sitedoor build gra\t": "sitedoor build grand site",
    "sitedoor serve --log-lev\tde\t": "sitedoor serve --log-level debug ",
    "sitedoor serve --log-level=de\t": "sitedoor serve --log-level=debug ",
    "sitedoor serve --index idx --log-f\tj\t": "sitedoor serve --index idx --log-format json ",
    "sitedoor serve --most-connections-\t": "sitedoor serve --most-connections-per-address ",
    "sitedoor search --batch que\t": "sitedoor search --batch queries.jsonl ",
    "sitedoor extract pag\t--for\tm\t": "sitedoor extract page one.html --format markdown ",
    "sitedoor fetch --js\t": "sitedoor fetch --json ",
    "sitedoor help rol\t": "sitedoor help rollback ",
    # Words of a query are no files, and neither is the text that a setting takes.
    "sitedoor search que\t": "sitedoor search que",
    "sitedoor build --site-name gra\t": "sitedoor build --site-name gra",
}


class Terminal:
    """A shell on a pseudo-terminal; it reports through files, never through what it paints."""

    def __init__(self, arguments, folder, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(arguments[0], arguments, environment)

    def type(self, text):
        os.write(self.terminal, text.encode())
        self.read()

    def read(self, patience=0.0):
        painted = b""
        while select.select([self.terminal], [], [], patience)[0]:
            try:
                piece = os.read(self.terminal, 65536)
            except OSError:
                break
            if not piece:
                break
            painted += piece
        return painted

    def wait_for(self, path):
        """The file's text, once the shell has renamed it into place."""
        end = time.monotonic() + PATIENCE
        painted = b""
        while not path.exists():
            painted += self.read(0.02)
            if time.monotonic() > end:
                raise AssertionError(f"{path.name} is not written: {painted[-1000:]!r}")
        text = path.read_text()
        path.unlink()
        return text

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


class Completion(Case):
    def setUp(self):
        super().setUp()
        (self.folder / "grand site").mkdir()
        self.write("grand.txt", "no folder")
        self.write("page one.html", "<p>x")
        self.write("queries.jsonl", "")
        self.home = self.folder / "home"
        (self.home / "bin").mkdir(parents=True)
        (self.home / "bin/sitedoor").symlink_to(pathlib.Path(BIN).resolve())
        self.environment = clean_environment(HOME=str(self.home), PATH=f"{self.home / 'bin'}:{os.environ['PATH']}", TERM="dumb",
                                             LC_ALL="C.UTF-8", XDG_CONFIG_HOME=str(self.home / "config"), XDG_DATA_HOME=str(self.home / "data"),
                                             ZDOTDIR=str(self.home), OUT=str(self.folder / "out"))

    def shell(self, name):
        if shutil.which(name) is None:
            self.skipTest(f"{name} is not installed (tools/setup --test installs it)")
        return shutil.which(name)

    def script_of(self, shell):
        done = self.run_door("completion", shell)
        self.assertEqual((done.code, done.err), (0, ""))
        return self.write(f"completion.{shell}", done.out)

    def open(self, arguments, *start):
        """The shell, after it has read the lines of `start`."""
        terminal = Terminal(arguments, self.folder, self.environment)
        self.addCleanup(terminal.close)
        for line in (*start, "echo > out.new; mv out.new out"):
            terminal.type(line + "\r")
        terminal.wait_for(self.folder / "out")
        return terminal

    def check_lines(self, terminal, report):
        """Types every line, then the key that reports the line and empties it."""
        for typed, expected in TYPED.items():
            with self.subTest(typed=typed):
                for part in re.split(r"(?<=\t)", typed):
                    terminal.type(part)
                terminal.type(report)
                line = terminal.wait_for(self.folder / "out").rstrip("\n")
                self.assertEqual(self.plain(line), self.plain(expected))

    @staticmethod
    def plain(line):
        """Shells differ in quoting a space, in what they add behind a folder, and zsh writes --option=value."""
        return re.sub(r"(--[a-z-]+)=", r"\1 ", line.replace("\\ ", " ").replace("'", "")).rstrip("/ ")

    def test_bash_completes_what_is_typed(self):
        bash = self.shell("bash")
        script = self.script_of("bash")
        self.assertEqual(subprocess.run([bash, "-n", script]).returncode, 0)
        terminal = self.open([bash, "--norc", "--noprofile", "-i"], f"source '{script}'", "bind 'set bell-style none'",
                             r"""report() { printf '%s\n' "$READLINE_LINE" > out.new; mv out.new out; READLINE_LINE=; READLINE_POINT=0; }""",
                             r"""bind -x '"\C-t": report'""")
        self.check_lines(terminal, "\x14")

    def test_zsh_completes_what_is_typed(self):
        zsh = self.shell("zsh")
        script = self.script_of("zsh")
        self.assertEqual(subprocess.run([zsh, "-n", script]).returncode, 0)
        terminal = self.open([zsh, "-f", "-i"], "unsetopt beep list_beep auto_menu auto_list; autoload -Uz compinit && compinit -D -u", f"source '{script}'",
                             "report() { print -r -- $BUFFER > out.new; mv out.new out; BUFFER= }", "zle -N report; bindkey '^T' report")
        self.check_lines(terminal, "\x14")

    def test_zsh_takes_the_script_as_an_autoloaded_function(self):
        zsh = self.shell("zsh")
        functions = self.folder / "functions"
        functions.mkdir()
        shutil.copy(self.script_of("zsh"), functions / "_sitedoor")
        terminal = self.open([zsh, "-f", "-i"], f"unsetopt beep list_beep auto_menu auto_list; fpath=('{functions}' $fpath); autoload -Uz compinit && compinit -D -u",
                             "report() { print -r -- $BUFFER > out.new; mv out.new out; BUFFER= }", "zle -N report; bindkey '^T' report")
        terminal.type("sitedoor bui\t")
        terminal.type("\x14")
        self.assertEqual(terminal.wait_for(self.folder / "out"), "sitedoor build \n", "the first TAB completes already")

    def test_fish_completes_what_is_typed(self):
        fish = self.shell("fish")
        script = self.script_of("fish")
        self.assertEqual(subprocess.run([fish, "--no-execute", script], env=self.environment).returncode, 0)
        for typed, expected in TYPED.items():
            line = ""
            for part in re.split(r"(?<=\t)", typed):
                line += part.rstrip("\t")
                if not part.endswith("\t"):
                    continue
                with self.subTest(line=line):
                    offered = self.offered_by_fish(fish, script, line)
                    word = re.split(r"[ =]", line)[-1] if "=" not in line else line.split(" ")[-1]
                    self.assertLessEqual(len(offered), 1, offered)
                    if offered:
                        line = line[: len(line) - len(word)] + offered[0] + ("" if offered[0].endswith("/") else " ")
            self.assertEqual(self.plain(line), self.plain(expected), typed)

    def offered_by_fish(self, fish, script, line):
        done = subprocess.run([fish, "--no-config", "-c", f"source '{script}'; complete -C \"{line}\""], cwd=self.folder, env=self.environment,
                              capture_output=True, timeout=PATIENCE)
        self.assertEqual(done.stderr, b"")
        return [candidate.split("\t")[0] for candidate in done.stdout.decode().splitlines()]

    def test_every_command_and_every_option_of_it_is_offered(self):
        bash, scripts = self.shell("bash"), {shell: self.script_of(shell) for shell in ("bash", "zsh", "fish")}

        def offered_by_bash(*words):
            program = f"source '{scripts['bash']}'; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _sitedoor; printf '%s\\n' \"${{COMPREPLY[@]}}\""
            return subprocess.run([bash, "-c", program, "bash", *words], capture_output=True, check=True).stdout.decode().split()
        shown = re.findall(r"^  ([a-z]+)  ", self.run_door("--help").out, re.M)
        self.assertEqual([name for name in shown if name in COMMANDS], COMMANDS)
        self.assertEqual(set(COMMANDS) - set(offered_by_bash("sitedoor", "")), set())
        for command in COMMANDS:
            options = set(re.findall(r"^  (--[a-z-]+)", self.run_door(command, "--help").out, re.M)) | {"--help"}
            self.assertEqual(options - set(offered_by_bash("sitedoor", command, "--")), set(), command)
            if shutil.which("fish"):
                self.assertEqual(options - set(self.offered_by_fish("fish", scripts["fish"], f"sitedoor {command} --")), set(), command)

    def test_a_shell_without_a_script_is_named(self):
        done = self.run_door("completion", "tcsh")
        self.assertEqual((done.code, done.out), (2, ""))
        self.assertIn("tcsh", done.err)
        self.assertIn("fish", done.err)


if __name__ == "__main__":
    unittest.main()
